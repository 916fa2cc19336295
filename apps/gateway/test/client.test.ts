import { connectGateway, type ConnectOptions, type GatewayClient } from '@poundlock/protocol/client'
import { keyIdentity, newDeviceKey, openSocket } from '@poundlock/protocol/node'
import { expect, onTestFinished, test } from 'vitest'
import { connectLocal } from '../src/index.ts'
import { openTestGateway, type TestGateway } from './support/test-gateway.ts'

function connect(
  gateway: TestGateway,
  options: Pick<ConnectOptions, 'identity' | 'credential'> & Partial<ConnectOptions>,
): GatewayClient {
  const client = connectGateway({
    url: () => openSocket(gateway.url),
    role: 'operator',
    scopes: ['status.read', 'devices.read'],
    client: { name: 'test', version: '1', platform: 'test' },
    gatewayId: gateway.gateway.id,
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

async function local(gateway: TestGateway): Promise<GatewayClient> {
  const client = await connectLocal({ stateFolder: gateway.stateFolder, version: '1' })
  onTestFinished(() => client.close())
  return client
}

test('a second terminal is paired by the first, watches the devices, and is put out by it', async () => {
  const gateway = await openTestGateway()
  const owner = await local(gateway)
  const { code } = await owner.request('devices.invite', { role: 'operator', scopes: ['status.read', 'devices.read'] })
  const tokens: string[] = []
  const identity = keyIdentity(newDeviceKey())
  const credential = { kind: 'setup-code', code, name: 'second terminal' } as const
  const terminal = connect(gateway, { identity, credential, onToken: (token) => void tokens.push(token) })
  expect((await terminal.ready()).device.name).toBe('second terminal')
  const seen = Promise.withResolvers<unknown>()
  await terminal.subscribe('devices.watch', {}, { onEvent: ({ data }) => seen.resolve(data) })
  await owner.request('devices.rename', { device: 'second terminal', name: 'desk' })
  expect(await seen.promise).toMatchObject({ device: { name: 'desk', connections: 1 } })
  const again = connect(gateway, { identity, credential: { kind: 'token', token: tokens[0]! } })
  await again.ready()
  expect(await owner.request('devices.revoke', { device: 'desk' })).toMatchObject({ closed: 2 })
  expect((await terminal.closed)?.code).toBe('GATEWAY_REFUSED')
  expect((await again.closed)?.code).toBe('GATEWAY_REFUSED')
})

test('a device that asks to be paired is let in once somebody approves it', async () => {
  const gateway = await openTestGateway()
  const owner = await local(gateway)
  const asked = Promise.withResolvers<string>()
  const waiting = connect(gateway, {
    identity: keyIdentity(newDeviceKey()),
    credential: { kind: 'pairing', name: 'new desk' },
    reconnect: { firstMs: 10, mostMs: 50 },
    onPairing: ({ request }) => asked.resolve(String(request)),
  })
  await owner.request('devices.approve', { request: await asked.promise })
  expect((await waiting.ready()).scopes).toEqual(['status.read', 'devices.read'])
})

test('a client that means another gateway says nothing to this one', async () => {
  const gateway = await openTestGateway()
  const client = connect(gateway, {
    identity: keyIdentity(newDeviceKey()),
    credential: { kind: 'token', token: 'A'.repeat(43) },
    gatewayId: '0'.repeat(64),
    reconnect: false,
  })
  expect((await client.closed)?.code).toBe('GATEWAY_UNVERIFIED')
  expect(gateway.log.join('\n')).not.toContain('connection-refused')
})
