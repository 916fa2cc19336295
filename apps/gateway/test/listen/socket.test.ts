import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PoundlockError } from '@poundlock/spec'
import { checkSocket } from '@poundlock/state-files/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { gatewaySocket, startGateway } from '../../src/index.ts'
import { openTestGateway } from '../support/test-gateway.ts'

const start = (stateFolder: string) => startGateway({ stateFolder, name: 'test', version: '0', tcp: null })

const refusal = async (stateFolder: string): Promise<{ code: string; message: string }> => {
  try {
    await (await start(stateFolder)).close()
  } catch (error) {
    if (PoundlockError.isInstance(error)) return error
    throw error
  }
  return { code: 'started', message: '' }
}

test('the socket is for its owner alone, in a folder for its owner alone (GW-58-a)', async () => {
  const { stateFolder } = await openTestGateway()
  const path = gatewaySocket(stateFolder)
  expect(lstatSync(path).isSocket()).toBe(true)
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  expect(lstatSync(dirname(path)).mode & 0o777).toBe(0o700)
  for (const name of ['identity.json', 'devices.json', 'owner.json']) {
    expect(lstatSync(join(dirname(path), name)).mode & 0o777, name).toBe(0o600)
  }
})

test('a folder that is a link, or open to others, is refused by name, by the gateway and by its clients (GW-56-a)', async () => {
  const linked = temporaryFolder()
  mkdirSync(join(linked, 'elsewhere'), { mode: 0o700 })
  symlinkSync(join(linked, 'elsewhere'), join(linked, 'gateway'))
  const byLink = await refusal(linked)
  expect(byLink.code).toMatch(/UNTRUSTED$/)
  expect(byLink.message).toContain(join(linked, 'gateway'))
  const open = temporaryFolder()
  mkdirSync(join(open, 'gateway'), { mode: 0o700 })
  chmodSync(join(open, 'gateway'), 0o770)
  expect((await refusal(open)).code).toMatch(/UNTRUSTED$/)
  expect(() => checkSocket(gatewaySocket(open))).toThrow(join(open, 'gateway'))
  expect(() => checkSocket(gatewaySocket(linked))).toThrow(join(linked, 'gateway'))
})

test('a folder that others could move away is refused (GW-56-a)', async () => {
  const root = temporaryFolder()
  const shared = join(root, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o777)
  const found = await refusal(join(shared, 'state'))
  expect(found.code).toBe('GATEWAY_UNTRUSTED')
  expect(found.message).toContain(shared)
})

test('a path that the system would cut off is refused with its length (GW-57-a)', async () => {
  const root = temporaryFolder()
  const room = 103 - Buffer.byteLength(gatewaySocket(join(root, '')))
  const atLimit = join(root, 'a'.repeat(room - 1))
  expect((await refusal(atLimit)).code).toBe('started')
  for (const length of [room, room + 4, room + 16, 200]) {
    const found = await refusal(join(root, 'a'.repeat(length)))
    expect(found.code).toBe('GATEWAY_SOCKET_PATH')
    expect(found.message).toContain('103')
  }
  expect(readdirSync(root)).toEqual([atLimit.slice(root.length + 1)])
})

test('a second gateway for the same state is refused, and the first goes on (GW-59)', async () => {
  const { stateFolder, owner } = await openTestGateway()
  expect((await refusal(stateFolder)).code).toBe('GATEWAY_BUSY')
  expect((await owner()).answered.ok).toBe(true)
})

test('the socket of a gateway that was killed is taken over (GW-59)', async () => {
  const stateFolder = temporaryFolder()
  const child = spawn(
    process.execPath,
    [
      '--conditions=@poundlock/source',
      fileURLToPath(new URL('../fixtures/gateway-process.ts', import.meta.url)),
      stateFolder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(gatewaySocket(stateFolder))).toBe(true)
  const { owner } = await openTestGateway({ stateFolder })
  expect((await owner()).answered.ok).toBe(true)
})

test('a socket that somebody serves is not taken, even when nobody claims it (GW-59, GW-61-a)', async () => {
  const stateFolder = temporaryFolder()
  mkdirSync(join(stateFolder, 'gateway'), { mode: 0o700 })
  const squatter = createServer()
  squatter.listen(gatewaySocket(stateFolder))
  await once(squatter, 'listening')
  onTestFinished(() => void squatter.close())
  expect((await refusal(stateFolder)).code).toBe('GATEWAY_BUSY')
})

test('what is no socket is not removed', async () => {
  const stateFolder = temporaryFolder()
  mkdirSync(join(stateFolder, 'gateway'), { mode: 0o700 })
  writeFileSync(gatewaySocket(stateFolder), 'mine')
  expect((await refusal(stateFolder)).code).toBe('GATEWAY_UNTRUSTED')
  expect(lstatSync(gatewaySocket(stateFolder)).isFile()).toBe(true)
})

test('a gateway that closed leaves no socket and no claim, and can be started anew', async () => {
  const stateFolder = temporaryFolder()
  await (await start(stateFolder)).close()
  const left = readdirSync(join(stateFolder, 'gateway')).toSorted()
  expect(left).toEqual(['devices.json', 'identity.json', 'owner.json'])
  await (await start(stateFolder)).close()
})
