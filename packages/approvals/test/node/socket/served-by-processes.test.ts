import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectApprovals } from '../../../src/node/index.ts'
import { startFixture, temporaryFolder } from '../start-fixture.ts'
import { TOKEN } from './open-served.ts'

test('a client is told that nobody serves, also where a socket was left behind', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 's')
  const absent = { code: 'APPROVALS_SOCKET_ABSENT' }
  await expect(connectApprovals({ path, token: TOKEN })).rejects.toMatchObject(absent)
  const daemon = startFixture('serve', [folder])
  await once(daemon.stdout!, 'data')
  daemon.kill('SIGKILL')
  await once(daemon, 'exit')
  expect(existsSync(path)).toBe(true)
  await expect(connectApprovals({ path, token: TOKEN })).rejects.toMatchObject(absent)
})

test('the place of a socket is not taken from a server that lives, is taken over from one that is gone, and by one of two at once', async () => {
  const folder = temporaryFolder()
  const start = async () => {
    const daemon = startFixture('serve', [folder])
    const [chunk] = (await once(daemon.stdout!, 'data')) as [Buffer]
    return { daemon, said: String(chunk).trim() }
  }
  const first = await start()
  expect(first.said).toBe('serving')
  expect((await start()).said).toBe('APPROVALS_SOCKET_BUSY')
  first.daemon.kill('SIGKILL')
  await once(first.daemon, 'exit')
  const both = await Promise.all([start(), start()])
  expect(both.map(({ said }) => said).toSorted()).toEqual(['APPROVALS_SOCKET_BUSY', 'serving'])
  const client = await connectApprovals({ path: join(folder, 's'), token: 'a token of the test' })
  expect(await client.list()).toEqual([])
  client.close()
})

test('what waits survives kill -9 of the process that serves it, and is answered afterwards', async () => {
  const folder = temporaryFolder()
  const serve = async () => {
    const daemon = startFixture('serve', [folder])
    await once(daemon.stdout!, 'data')
    return daemon
  }
  const asker = startFixture('ask', [join(folder, 'requests')])
  const [chunk] = (await once(asker.stdout!, 'data')) as [Buffer]
  const id = String(chunk).trim()
  const first = await serve()
  const watcher = await connectApprovals({ path: join(folder, 's'), token: 'a token of the test' })
  expect((await watcher.watch(() => undefined)).map((request) => request.id)).toEqual([id])
  first.kill('SIGKILL')
  await watcher.closed
  await serve()
  const client = await connectApprovals({ path: join(folder, 's'), token: 'a token of the test' })
  expect((await client.list()).map((request) => request.id)).toEqual([id])
  expect(await client.answer(id, { decision: 'allow-once' })).toMatchObject({ counts: true })
  await once(asker, 'exit')
  client.close()
})
