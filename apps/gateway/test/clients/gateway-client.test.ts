import { createPrivateKey } from 'node:crypto'
import { chmodSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES, type Scope } from '@poundlock/protocol'
import { connectGateway, type ConnectOptions, type Credential, type GatewayClient } from '@poundlock/protocol/client'
import { keyIdentity, newDeviceKey, openLocalSocket } from '@poundlock/protocol/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { readLocalOwner } from '../../src/identity/local-owner.ts'
import { openTestGateway, type TestGateway } from '../support/test-gateway.ts'

const identity = keyIdentity(newDeviceKey())

function clientOf(options: Partial<ConnectOptions> & Pick<ConnectOptions, 'url' | 'credential'>): GatewayClient {
  const client = connectGateway({
    identity,
    role: 'operator',
    scopes: ROLE_SCOPES.operator,
    client: { name: 'test', version: '1', platform: 'test' },
    reconnect: { firstMs: 1, mostMs: 50 },
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

/** A setup code, as its operator gets it. */
async function invited({ owner }: TestGateway, scopes: readonly Scope[] = ROLE_SCOPES.operator): Promise<string> {
  const operator = await owner()
  const { result } = await operator.call('devices.invite', { role: 'operator', scopes })
  operator.close()
  return result.code
}

test('a stranger with a setup code is let in, and comes back with the token that it got', async () => {
  const gateway = await openTestGateway()
  const tokens: string[] = []
  const credential: Credential = { kind: 'setup-code', code: await invited(gateway), name: 'desk' }
  const first = clientOf({ url: gateway.url, credential, onToken: (token) => void tokens.push(token) })
  const hello = await first.ready()
  expect(hello.gateway.id).toBe(gateway.gateway.id)
  first.close()
  const [token = ''] = tokens
  const again = clientOf({ url: gateway.url, credential: { kind: 'token', token }, gatewayId: hello.gateway.id })
  await expect(again.request('gateway.health', {})).resolves.toMatchObject({ state: 'ready' })
  const { devices } = await again.request('devices.list', {})
  expect(devices).toContainEqual(expect.objectContaining({ id: hello.device.id, name: 'desk', connections: 1 }))
})

test('a setup code is used once', async () => {
  const gateway = await openTestGateway()
  const credential: Credential = { kind: 'setup-code', code: await invited(gateway), name: 'desk' }
  await clientOf({ url: gateway.url, credential }).ready()
  const second = clientOf({ url: gateway.url, credential, identity: keyIdentity(newDeviceKey()) })
  await expect(second.ready()).rejects.toMatchObject({
    code: 'GATEWAY_REFUSED',
    details: { code: 'SETUP_CODE_INVALID' },
  })
})

test('who asks to be paired waits, and is let in when an operator approves', async () => {
  const gateway = await openTestGateway()
  const operator = await gateway.owner()
  const asks = Promise.withResolvers<void>()
  const client = clientOf({
    url: gateway.url,
    identity: keyIdentity(newDeviceKey()),
    credential: { kind: 'pairing', name: 'phone' },
    scopes: ['status.read'],
    onPairing: () => asks.resolve(),
  })
  await asks.promise
  const { result } = await operator.call('devices.list')
  const [{ request, name }] = result.pending
  expect(name).toBe('phone')
  await operator.call('devices.approve', { request })
  await expect(client.ready()).resolves.toMatchObject({ scopes: ['status.read'] })
})

test('a device that is revoked is closed, and does not come back', async () => {
  const gateway = await openTestGateway()
  const credential: Credential = { kind: 'setup-code', code: await invited(gateway), name: 'desk' }
  const client = clientOf({ url: gateway.url, credential })
  const { device } = await client.ready()
  const operator = await gateway.owner()
  await operator.call('devices.revoke', { device: device.id })
  expect(await client.closed).toMatchObject({ code: 'GATEWAY_REFUSED', details: { close: 'revoked' } })
})

/** The owner's own device, over the unix socket. */
function ownerClient({ stateFolder }: { readonly stateFolder: string }, options: Partial<ConnectOptions> = {}) {
  const owner = readLocalOwner(stateFolder)!
  const { publicKey: x, privateKey: d } = owner.storedKey
  return clientOf({
    url: () => openLocalSocket(join(stateFolder, 'gateway', 'gateway.sock')),
    identity: keyIdentity(createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x, d } })),
    credential: { kind: 'token', token: owner.token },
    ...options,
  })
}

test('over the unix socket, a watch goes on where it stood after the gateway was restarted', async () => {
  const stateFolder = temporaryFolder()
  const first = await openTestGateway({ stateFolder })
  const client = ownerClient(first)
  const seen: string[] = []
  const renamed = Promise.withResolvers<void>()
  await client.subscribe(
    'devices.watch',
    {},
    {
      onBegin: (_, { resumed }) => seen.push(resumed ? 'resumed' : 'begun'),
      onEvent: (event) => {
        if (event.event === 'devices.changed' && event.data.device.name === 'tower') renamed.resolve()
      },
    },
  )
  await first.gateway.close()
  const second = await openTestGateway({ stateFolder })
  const operator = await second.owner()
  await client.ready()
  const device = (await client.request('devices.list', {})).devices[0]!
  await operator.call('devices.rename', { device: device.id, name: 'tower' })
  await renamed.promise
  // Its numbers are in memory: the client is told that they began anew.
  expect(seen).toEqual(['begun', 'begun'])
})

test.each(['folder open to others', 'folder that is a link'])('nothing is said to a socket in a %s', async (how) => {
  const gateway = await openTestGateway()
  const folder = join(gateway.stateFolder, 'gateway')
  const problems: unknown[] = []
  const client = ownerClient(gateway, { onProblem: (problem) => problems.push(problem) })
  await client.ready()
  client.close()
  if (how.endsWith('others')) chmodSync(folder, 0o755)
  else {
    const moved = join(gateway.stateFolder, 'moved')
    renameSync(folder, moved)
    symlinkSync(moved, folder)
  }
  const again = clientOf({
    url: () => openLocalSocket(join(folder, 'gateway.sock')),
    credential: { kind: 'token', token: 'x'.repeat(43) },
  })
  expect(await again.closed).toMatchObject({ code: 'GATEWAY_UNVERIFIED' })
})
