import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  ClientError,
  connectGateway,
  webIdentity,
  type ConnectOptions,
  type GatewayClient,
} from '../../src/client/index.ts'
import { keyIdentity } from '../../src/node/index.ts'
import { ScriptedGateway, sha256, type Script } from './scripted-gateway.ts'

const identity = keyIdentity(generateKeyPairSync('ed25519').privateKey)
const TOKEN = 'k'.repeat(43)

async function gatewayOf(script: Script): Promise<ScriptedGateway> {
  return new ScriptedGateway({ credentialHash: sha256(TOKEN), ...script }).ready()
}

function connect(gateway: ScriptedGateway, options: Partial<ConnectOptions> = {}): GatewayClient & Disposable {
  const client = connectGateway({
    url: gateway.url,
    identity,
    credential: { kind: 'token', token: TOKEN },
    role: 'operator',
    scopes: ['status.read', 'admin'],
    client: { name: 'test', version: '1', platform: 'test' },
    reconnect: { firstMs: 1, mostMs: 20 },
    ...options,
  })
  return Object.assign(client, { [Symbol.dispose]: () => client.close() })
}

const refusalOf = async (client: GatewayClient) => {
  const error = await client.closed
  expect(error).toBeInstanceOf(ClientError)
  return error!
}

test('a device that has a token is let in, and never sends it', async () => {
  await using gateway = await gatewayOf({})
  using client = connect(gateway)
  const hello = await client.ready()
  expect(hello.scopes).toEqual(['status.read'])
  expect(hello.gateway.id).toBe(gateway.id)
  expect(JSON.stringify(gateway.peers[0]!.params)).not.toContain(TOKEN)
})

test('a key of WebCrypto does as well', async () => {
  await using gateway = await gatewayOf({})
  const keys = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  using client = connect(gateway, { identity: await webIdentity(keys as CryptoKeys) })
  await expect(client.ready()).resolves.toMatchObject({ role: 'operator' })
})

type CryptoKeys = Parameters<typeof webIdentity>[0]

test('another token is refused, and the client stops', async () => {
  await using gateway = await gatewayOf({})
  using client = connect(gateway, { credential: { kind: 'token', token: 'x'.repeat(43) } })
  await expect(client.ready()).rejects.toMatchObject({ code: 'GATEWAY_REFUSED', details: { code: 'UNAUTHENTICATED' } })
  expect(client.state).toBe('closed')
})

test('a setup code lets a device in by its hash, and the token of the hello is used from then on', async () => {
  const code = '0123abcd-s3cret'
  await using gateway = await gatewayOf({ credentialHash: sha256(code), token: TOKEN })
  const kept: string[] = []
  using client = connect(gateway, {
    credential: { kind: 'setup-code', code, name: 'desk' },
    onToken: (token) => void kept.push(token),
  })
  await client.ready()
  expect(kept).toEqual([TOKEN])
  expect(gateway.peers[0]!.params.auth).toEqual({ kind: 'setup-code', codeId: '0123abcd', name: 'desk' })
  delete gateway.script.token
  gateway.script.credentialHash = sha256(TOKEN)
  const again = nextReady(client)
  gateway.peers[0]!.socket.terminate()
  await again
  expect(gateway.peers[1]!.params.auth).toEqual({ kind: 'token' })
})

function nextReady(client: GatewayClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = client.onState((state) => state === 'ready' && resolve())
  return promise.finally(stop)
}

test('a gateway with another id than the one that is meant is told nothing', async () => {
  await using gateway = await gatewayOf({})
  using client = connect(gateway, { gatewayId: sha256('another') })
  expect((await refusalOf(client)).code).toBe('GATEWAY_UNVERIFIED')
  expect(gateway.peers).toEqual([])
})

test('a gateway that takes the place of the first one is told nothing', async () => {
  await using gateway = await gatewayOf({})
  using client = connect(gateway)
  await client.ready()
  await using other = await gatewayOf({})
  // The same address, another key.
  const { url } = gateway
  await gateway.kill()
  const port = Number(new URL(url).port)
  await other.kill()
  await other.restart(port)
  expect((await refusalOf(client)).code).toBe('GATEWAY_UNVERIFIED')
  expect(other.peers).toEqual([])
})

test.each<[string, NonNullable<Script['forge']>]>([
  [
    'has no key of its own',
    (hello) => ({ ...hello, gateway: { ...(hello['gateway'] as object), signature: 'A'.repeat(86) } }),
  ],
  ['grants more than it signed', (hello) => ({ ...hello, scopes: ['status.read', 'admin'] })],
  ['grants what was not asked for', (hello) => ({ ...hello, scopes: ['audit.read'] })],
  ['gives another token than it signed', (hello) => ({ ...hello, token: 'x'.repeat(43) })],
  ['gives another role', (hello) => ({ ...hello, role: 'agent' })],
  ['chooses a version that was not offered', (hello) => ({ ...hello, protocol: 9 })],
  ['adds a field', (hello) => ({ ...hello, admin: true })],
  [
    'shows another public key',
    (hello) => ({ ...hello, gateway: { ...(hello['gateway'] as object), publicKey: 'A'.repeat(43) } }),
  ],
])('a gateway that %s is not believed', async (_, forge) => {
  await using gateway = await gatewayOf({ forge })
  using client = connect(gateway)
  expect((await refusalOf(client)).code).toBe('GATEWAY_UNVERIFIED')
})

test('a gateway that speaks no version of ours is refused with both ranges', async () => {
  await using gateway = await gatewayOf({ protocol: { min: 7, max: 9 } })
  using client = connect(gateway)
  expect(await refusalOf(client)).toMatchObject({
    code: 'GATEWAY_REFUSED',
    details: { code: 'VERSION_UNSUPPORTED', offered: { min: 1, max: 1 }, supported: { min: 7, max: 9 } },
  })
})

test('a device that waits to be paired tries again until it is let in', async () => {
  await using gateway = await gatewayOf({
    credentialHash: '',
    refuse: { code: 'PAIRING_PENDING', close: 4432, retryAfterMs: 1, details: { request: 'r1' } },
  })
  const waits = Promise.withResolvers<unknown>()
  using client = connect(gateway, { credential: { kind: 'pairing', name: 'desk' }, onPairing: waits.resolve })
  await expect(waits.promise).resolves.toEqual({ request: 'r1' })
  delete gateway.script.refuse
  await expect(client.ready()).resolves.toMatchObject({ role: 'operator' })
})

test.each([
  [4403, 'revoked'],
  [4409, 'superseded'],
  [4400, 'bad-frame'],
])('a close with %i (%s) ends the client', async (code, close) => {
  await using gateway = await gatewayOf({ onPeer: ({ socket }) => socket.close(code) })
  using client = connect(gateway)
  expect(await refusalOf(client)).toMatchObject({ code: 'GATEWAY_REFUSED', details: { closeCode: code, close } })
  expect(gateway.peers).toHaveLength(1)
})

test.each([1001, 1011, 4430, 4431, 4503, 4999])('after a close with %i the client comes back', async (code) => {
  await using gateway = await gatewayOf({
    onPeer: ({ socket }) => {
      if (gateway.peers.length === 1) socket.close(code)
    },
  })
  using client = connect(gateway)
  await client.ready()
  if (gateway.peers.length < 2) await nextReady(client)
  expect(gateway.peers).toHaveLength(2)
})

test('what is no frame ends the connection, and the client stops', async () => {
  await using gateway = await gatewayOf({
    onPeer: ({ socket }) => socket.send('{"type":"event","event":"x","data":{},"data":{}}'),
  })
  using client = connect(gateway)
  expect(await refusalOf(client)).toMatchObject({ details: { close: 'bad-frame' } })
})

test('a gateway that says nothing is given up, and tried again', async () => {
  await using gateway = await gatewayOf({ onPeer: () => undefined })
  const problem = Promise.withResolvers<unknown>()
  using silent = await silentServer()
  using client = connect(gateway, { url: silent.url, connectTimeoutMs: 20, onProblem: problem.resolve })
  await problem.promise
  expect(client.state).not.toBe('closed')
})

test('where there is nobody, a client that connects once says why', async () => {
  await using gateway = await gatewayOf({})
  await gateway.kill()
  using client = connect(gateway, { reconnect: false })
  expect(await refusalOf(client)).toMatchObject({ code: 'GATEWAY_CLOSED' })
  await gateway.restart()
})

test('a client that is closed before it connected settles without an error', async () => {
  await using gateway = await gatewayOf({})
  const client = connect(gateway)
  client.close()
  await expect(client.closed).resolves.toBeNull()
  await expect(client.ready()).rejects.toMatchObject({ code: 'GATEWAY_CLOSED' })
})

async function silentServer(): Promise<Disposable & { url: string }> {
  const { createServer } = await import('node:net')
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `ws://127.0.0.1:${port}/ws`, [Symbol.dispose]: () => void server.close() }
}
