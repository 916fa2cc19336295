import { chmodSync, existsSync, lchownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { checkSocket, claimSocket, isSocketServed, socketHolder } from '../src/index.ts'

const openServer = (): Server => {
  const server = createServer((socket) => socket.destroy())
  onTestFinished(() => void server.close())
  return server
}

const codeOf = (action: () => unknown): unknown => {
  try {
    return action()
  } catch (error) {
    return (error as { readonly code: string }).code
  }
}

test('a claimed socket is served to this user alone, named by its process, and gone after its release', async () => {
  const path = join(temporaryFolder(), 'sockets', 's')
  expect([checkSocket(path), socketHolder(path), await isSocketServed(path)]).toEqual([false, null, false])
  const claim = await claimSocket(path)
  expect([claim.isOurs(), socketHolder(path)]).toEqual([false, process.pid])
  await claim.listen(openServer())
  expect([claim.isOurs(), checkSocket(path), await isSocketServed(path)]).toEqual([true, true, true])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(claimSocket(path)).rejects.toMatchObject({ code: 'STATE_FILE_SOCKET_BUSY' })
  claim.release()
  expect([existsSync(path), socketHolder(path), claim.isOurs()]).toEqual([false, null, false])
  ;(await claimSocket(path)).release()
})

test('a claim holds before anything listens, and a server that claimed nothing is not replaced', async () => {
  const path = join(temporaryFolder(), 's')
  const claim = await claimSocket(path)
  await expect(claimSocket(path)).rejects.toMatchObject({ code: 'STATE_FILE_SOCKET_BUSY' })
  claim.release()
  const server = openServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  await expect(claimSocket(path)).rejects.toMatchObject({ code: 'STATE_FILE_SOCKET_BUSY' })
})

test('a file in the place of the socket stays, and is refused', async () => {
  const path = join(temporaryFolder(), 's')
  writeFileSync(path, 'mine')
  const claim = await claimSocket(path)
  await expect(claim.listen(openServer())).rejects.toMatchObject({ code: 'STATE_FILE_UNTRUSTED' })
  claim.release()
  expect(statSync(path).size).toBe(4)
  expect(codeOf(() => checkSocket(path))).toBe('STATE_FILE_UNTRUSTED')
})

test('a path that is relative, or that a system would cut off, is refused', async () => {
  for (const path of ['s', join(temporaryFolder(), 'x'.repeat(104)), '/a\0b']) {
    expect(codeOf(() => checkSocket(path))).toBe('STATE_FILE_SOCKET_PATH')
    await expect(claimSocket(path)).rejects.toMatchObject({ code: 'STATE_FILE_SOCKET_PATH' })
  }
})

test('a folder that others could replace is refused, to serve and to connect', async () => {
  const shared = join(temporaryFolder(), 'shared')
  mkdirSync(join(shared, 'sockets'), { recursive: true, mode: 0o700 })
  chmodSync(shared, 0o777)
  const path = join(shared, 'sockets', 's')
  expect(codeOf(() => checkSocket(path))).toBe('STATE_FILE_UNTRUSTED')
  await expect(claimSocket(path)).rejects.toMatchObject({ code: 'STATE_FILE_UNTRUSTED', details: { path: shared } })
})

test.runIf(process.geteuid?.() === 0)('a link of another user above the folder is refused', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'real', 'sockets'), { recursive: true, mode: 0o700 })
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'real'), link)
  expect(checkSocket(join(link, 'sockets', 's'))).toBe(false)
  lchownSync(link, 65_534, 65_534)
  expect(codeOf(() => checkSocket(join(link, 'sockets', 's')))).toBe('STATE_FILE_UNTRUSTED')
})
