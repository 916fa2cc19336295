import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { startTestNats } from '@poundlock/tooling/nats-test'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openNatsBus } from '../../src/nats/index.ts'

/** What a server of this version says to a client, and nothing else. */
async function oldServer(version: string): Promise<string> {
  const server = createServer((socket) => {
    const info = { server_id: 'x', version, proto: 1, headers: true, max_payload: 1_048_576, jetstream: true }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      if (data.includes('PING\r\n')) socket.write('PONG\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each(['2.9.10', '2.10.27', '1.4.1', '0.0.0'])('A server of version "%s" is refused.', async (version) => {
  await expect(openNatsBus({ servers: [await oldServer(version)] })).rejects.toMatchObject({ code: 'OUTDATED_SERVER' })
})

test('An old server that is allowed is not trusted with the lifetime of a key.', async () => {
  const bus = await openNatsBus({ servers: [await oldServer('2.10.27')], allowOutdatedServer: true })
  onTestFinished(() => bus.close())
  await expect(bus.claim(['claims', 'c1'], 1, { ttlMs: 1000 })).rejects.toMatchObject({ code: 'OUTDATED_SERVER' })
})

test('Without a server, the bus does not open.', async () => {
  await expect(openNatsBus({ servers: ['127.0.0.1:1'], connectMs: 1000 })).rejects.toMatchObject({
    code: 'NOT_CONNECTED',
  })
})

/** A server that takes every connection and speaks on the first so many of them. */
async function silentServer(spoken: number) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    if (sockets.length > spoken) return
    const info = { server_id: 'x', version: '2.14.0', proto: 1, headers: true, max_payload: 1_048_576, jetstream: true }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    socket.on('data', (data) => {
      if (data.includes('PING\r\n')) socket.write('PONG\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

test('A server that takes the connection and says nothing is left, and so is its socket.', async () => {
  const { address, sockets } = await silentServer(0)
  await expect(openNatsBus({ servers: [address], connectMs: 300 })).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  await vi.waitFor(() => expect(sockets.map(({ readableEnded }) => readableEnded)).toEqual([true]), 30_000)
})

test('Tries to connect again to a server that says nothing leave no sockets.', async () => {
  const { address, sockets } = await silentServer(1)
  const bus = await openNatsBus({ servers: [address], connectMs: 300 })
  onTestFinished(() => bus.close())
  sockets[0]!.destroy()
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(3), 50_000)
  await vi.waitFor(() => expect(sockets.slice(1, 3).every(({ readableEnded }) => readableEnded)).toBe(true), 30_000)
})

test.each([
  'nats.example:4222',
  'nats://10.0.0.1:4222',
  '127.0.0.1.example:4222',
  'localhost.example',
  '[::2]:4222',
  'a b',
])('A server on another machine, %s, is not talked to without TLS.', async (server) => {
  await expect(openNatsBus({ servers: ['127.0.0.1:4222', server] })).rejects.toMatchObject({ code: 'INSECURE' })
})

test('Credentials that are wrong or missing, and what they do not permit, are FORBIDDEN.', async () => {
  const { address } = await startTestNats(`authorization {
  users: [
    { user: gateway, password: secret }
    { user: narrow, password: secret, permissions: { publish: ["_INBOX.>", "poundlock.>"], subscribe: ["poundlock.inbox.>", "poundlock.instance.>"] } }
  ]
}`)
  const servers = [address]
  await expect(openNatsBus({ servers })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const wrong = { user: 'gateway', password: 'guess' }
  await expect(openNatsBus({ servers, credentials: wrong })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const narrow = await openNatsBus({ servers, credentials: { user: 'narrow', password: 'secret' } })
  onTestFinished(() => narrow.close())
  await expect(narrow.serve(['node', 'n1'], () => 1)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(narrow.claim(['claims', 'c1'], 1)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('The seed of a key opens the bus, from a file that is for its user alone.', async () => {
  const key = nkeys.createUser()
  const { address } = await startTestNats(`authorization { users: [{ nkey: ${key.getPublicKey()} }] }`)
  const nkeySeedFile = join(temporaryFolder(), 'seed')
  const open = () => openNatsBus({ servers: [address], credentials: { nkeySeedFile } })
  await expect(open()).rejects.toMatchObject({ code: 'MISCONFIGURED' })
  writeFileSync(nkeySeedFile, `${Buffer.from(key.getSeed()).toString()}\n`, { mode: 0o644 })
  await expect(open()).rejects.toMatchObject({ code: 'STATE_FILE_UNTRUSTED' })
  chmodSync(nkeySeedFile, 0o600)
  const bus = await open()
  onTestFinished(() => bus.close())
  expect((await bus.claim(['claims', 'c1'], 1)).claimed).toBe(true)
})

test('A bus closes in spite of a server that stands still.', async () => {
  const server = await startTestNats()
  const bus = await openNatsBus({ servers: [server.address] })
  server.process.kill('SIGSTOP')
  await bus.close()
  await expect(bus.append(['runs', 'r1'], 1)).rejects.toMatchObject({ code: 'CLOSED' })
})

test('A stream that keeps less than the gateway asks for is refused.', async () => {
  const { address } = await startTestNats()
  const first = await openNatsBus({ servers: [address] })
  onTestFinished(() => first.close())
  await first.claim(['claims', 'c1'], 1)
  const second = await openNatsBus({ servers: [address], replicas: 3 })
  onTestFinished(() => second.close())
  await expect(second.claim(['claims', 'c2'], 1)).rejects.toMatchObject({ code: 'MISCONFIGURED' })
})

test('Two fleets on one server see nothing of each other.', async () => {
  const { address } = await startTestNats()
  const [one, other] = [
    await openNatsBus({ servers: [address], prefix: 'one' }),
    await openNatsBus({ servers: [address], prefix: 'other' }),
  ]
  onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => undefined))
  await one.serve(['node', 'n1'], () => 1)
  await one.append(['runs', 'r1'], 1)
  expect((await one.claim(['claims', 'c1'], 1)).claimed).toBe(true)
  expect((await other.claim(['claims', 'c1'], 1)).claimed).toBe(true)
  expect((await other.read({ logs: ['runs'] })).entries).toEqual([])
  expect(await other.request(['node', 'n1'], 1)).toMatchObject({ status: 'no-responder' })
  await expect(openNatsBus({ servers: [address], prefix: 'a.>' })).rejects.toMatchObject({ code: 'MISCONFIGURED' })
})
