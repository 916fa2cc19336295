import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SocketEvent } from '../../../src/index.ts'
import { connectApprovals, openDesk, openRequestStore, serveApprovals, socketToken } from '../../../src/node/index.ts'
import { temporaryFolder } from '../start-fixture.ts'
import { openServed, TOKEN } from './open-served.ts'

const isRoot = process.getuid?.() === 0

describe('a client of the socket', () => {
  test('sees what waits, answers it, and is told what others answered', async () => {
    const scene = await openServed()
    const [first, second] = [scene.ask(), scene.ask({ text: 'other' })]
    const client = await scene.connect()
    expect((await client.list()).map(({ id }) => id)).toEqual([first, second])
    expect(await client.answer(first.slice(0, 8), { decision: 'allow-once', reason: 'fine' })).toMatchObject({
      counts: true,
      answer: { decision: 'allow-once', by: 'me', surface: 'socket', reason: 'fine' },
    })
    expect(await client.answer(first, { decision: 'deny' })).toMatchObject({
      counts: false,
      answer: { decision: 'allow-once' },
    })
    await expect(client.answer('ffffffff', { decision: 'deny' })).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND' })
  })

  test('can say how far an always reaches', async () => {
    const scene = await openServed()
    const client = await scene.connect()
    const limits = { maxUses: 5, expiresAt: 9_000_000_000_000, scope: 'exact' } as const
    const id = scene.ask()
    expect(await client.answer(id, { decision: 'allow-always', limits })).toMatchObject({
      counts: true,
      answer: { limits },
    })
    expect(scene.store.get(id).answer).toMatchObject({ decision: 'allow-always', limits })
    const other = scene.ask({ text: 'other' })
    await expect(client.answer(other, { decision: 'deny', limits })).rejects.toThrow(/they limit an allow-always/)
    expect(scene.store.get(other).answer).toBeUndefined()
  })

  test.each(['', ' ', 'token', '0123456789abcde'])(
    'neither serves nor connects with a token that could be guessed: %j',
    async (token) => {
      const { path, desk, folder } = await openServed()
      const refusal = { code: 'APPROVALS_INVALID', message: expect.stringContaining('could be guessed') as string }
      await expect(connectApprovals({ path, token })).rejects.toMatchObject(refusal)
      await expect(serveApprovals(desk, { path: `${path}2`, token, account: 'me' })).rejects.toMatchObject(refusal)
      const file = join(folder, 'token')
      writeFileSync(file, token, { mode: 0o600 })
      // Nothing is put in its place: somebody may have meant something by it.
      expect(socketToken(file, { make: true })).toBe(token.trim())
    },
  )

  test('that watches is told what comes and goes, and is somebody who can be asked', async () => {
    const scene = await openServed()
    const asker = await scene.connect()
    const early = scene.ask()
    expect(await asker.show(early)).toEqual([])
    const watcher = await scene.connect()
    const events: SocketEvent[] = []
    const seen = Promise.withResolvers<void>()
    const listen = (event: SocketEvent) => {
      events.push(event)
      if (events.length === 2) seen.resolve()
    }
    expect((await watcher.watch(listen)).map(({ id }) => id)).toEqual([early])
    const id = scene.ask({ text: 'later' })
    expect(await asker.show(id)).toEqual(['socket'])
    scene.store.answer(id, { decision: 'deny', by: 'u', surface: 'terminal' })
    await seen.promise
    expect(events).toMatchObject([
      { kind: 'waiting', request: { id, binding: { text: 'later' } } },
      { kind: 'settled', id, state: 'answered', answer: { decision: 'deny', surface: 'terminal' } },
    ])
    expect(scene.served.watchers).toBe(1)
  })

  test('gets a request of the largest size', async () => {
    const scene = await openServed()
    const text = `echo ${'é'.repeat(500_000)}`
    scene.ask({ text })
    expect((await (await scene.connect()).list())[0]?.binding.text).toBe(text)
  })

  test('with another token learns nothing, and says nothing', async () => {
    const scene = await openServed()
    await expect(scene.connect('another token of it')).rejects.toMatchObject({
      code: 'APPROVALS_SOCKET_REFUSED',
      message: expect.stringContaining('does not have the token; nothing was sent to it') as string,
    })
    expect(readdirSync(scene.folder).filter((name) => name.startsWith('.proof'))).toEqual([])
  })

  test('sends no byte of the token to anyone who took the place first', async () => {
    const path = join(temporaryFolder(), 's')
    let heard = ''
    const impostor = createServer((socket) => {
      socket.on('data', (chunk) => {
        heard += chunk.toString()
        const proof = '0'.repeat(64)
        const result = { version: 1, nonce: '0'.repeat(32), proof, file: `.proof-${'0'.repeat(32)}` }
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n`)
      })
    }).listen(path)
    onTestFinished(() => void impostor.close())
    await once(impostor, 'listening')
    await expect(connectApprovals({ path, token: TOKEN })).rejects.toMatchObject({ code: 'APPROVALS_SOCKET_REFUSED' })
    expect(JSON.parse(heard)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'hello',
      params: { version: 1, nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    })
  })
})

describe('the place of the socket', () => {
  test('is closed to others: 0600 in 0700', async () => {
    const { path, folder, served } = await openServed()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await served.close()
    expect(readdirSync(folder)).toEqual(['requests'])
  })

  test('is refused where its path would be cut off', async () => {
    const path = join(temporaryFolder(), 'd'.repeat(200), 's').slice(0, 104)
    const desk = openDesk(openRequestStore(join(temporaryFolder(), 'r')))
    onTestFinished(() => desk.close())
    const tooLong = { code: 'APPROVALS_SOCKET_PATH', message: expect.stringContaining('104 bytes') as string }
    await expect(serveApprovals(desk, { path, token: TOKEN, account: 'me' })).rejects.toMatchObject(tooLong)
    await expect(connectApprovals({ path, token: TOKEN })).rejects.toMatchObject(tooLong)
  })

  test.each<readonly [string, (folder: string) => void, RegExp]>([
    [
      'a link',
      (folder) => (mkdirSync(`${folder}-real`, { mode: 0o700 }), symlinkSync(`${folder}-real`, folder)),
      /link/,
    ],
    ['writable by its group', (folder) => (mkdirSync(folder), chmodSync(folder, 0o770)), /written by others|mode 0770/],
    ['readable by others', (folder) => (mkdirSync(folder), chmodSync(folder, 0o755)), /mode 0755/],
    ...(isRoot
      ? ([
          [
            'of somebody else',
            (folder: string) => (mkdirSync(folder, { mode: 0o700 }), chownSync(folder, 12_345, 0)),
            /belongs/,
          ],
        ] as const)
      : []),
  ])('is refused where the folder is %s, to serve and to connect', async (_, make, message) => {
    const folder = join(temporaryFolder(), 'f')
    make(folder)
    const path = join(folder, 's')
    const desk = openDesk(openRequestStore(join(temporaryFolder(), 'r')))
    onTestFinished(() => desk.close())
    for (const refused of [
      serveApprovals(desk, { path, token: TOKEN, account: 'me' }),
      connectApprovals({ path, token: TOKEN }),
    ]) {
      await expect(refused).rejects.toMatchObject({
        code: 'APPROVALS_UNTRUSTED',
        message: expect.stringMatching(message) as string,
        details: { path: folder },
      })
    }
  })

  test('is not taken by a file', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 's')
    writeFileSync(path, '')
    const desk = openDesk(openRequestStore(join(folder, 'r')))
    onTestFinished(() => desk.close())
    await expect(serveApprovals(desk, { path, token: TOKEN, account: 'me' })).rejects.toMatchObject({
      code: 'APPROVALS_UNTRUSTED',
      message: expect.stringMatching(/no socket/) as string,
    })
    expect(statSync(path).isFile()).toBe(true)
  })
})

test('a token is made once, for its owner alone', () => {
  const file = join(temporaryFolder(), 'token')
  expect(socketToken(file, { make: false })).toBeNull()
  const token = socketToken(file, { make: true })
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(socketToken(file, { make: true })).toBe(token)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  chmodSync(file, 0o640)
  expect(() => socketToken(file, { make: true })).toThrow(/mode 0640/)
})
