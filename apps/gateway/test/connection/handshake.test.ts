import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { connectTest, openRaw, signedParams, testKey, type Connecting } from '../support/test-client.ts'
import { testClock } from '../support/test-clock.ts'
import { openTestGateway } from '../support/test-gateway.ts'

const codeOf = async (connecting: Promise<{ answered: { error?: { code: string } }; closed: Promise<number> }>) => {
  const { answered, closed } = await connecting
  return [answered.error?.code, await closed]
}

const UNAUTHENTICATED = ['UNAUTHENTICATED', 4401]

test('a signature for one role, or for other scopes, is none for another (GW-11-a)', async () => {
  const { pair } = await openTestGateway()
  const device = await pair('node', ROLE_SCOPES.node)
  const forged: readonly NonNullable<Connecting['forge']>[] = [
    (params) => ({ ...params, role: 'operator' }),
    (params) => ({ ...params, scopes: [...params.scopes, 'admin'] }),
    (params) => ({ ...params, scopes: params.scopes.slice(1) }),
    (params) => ({ ...params, client: { ...params.client, version: '2' } }),
    (params) => ({ ...params, protocol: { min: 1, max: 2 } }),
    (params) => ({ ...params, device: { ...params.device, signedAt: params.device.signedAt + 1 } }),
    (params) => ({ ...params, auth: { kind: 'pairing', name: 'x' } }),
  ]
  for (const forge of forged) expect(await codeOf(device.again({ forge })), String(forge)).toEqual(UNAUTHENTICATED)
  expect(await codeOf(device.again({ role: 'operator' })), 'signed as another role').toEqual(UNAUTHENTICATED)
  expect((await device.again()).answered.ok).toBe(true)
})

test('a signature for one gateway is none for another (GW-11-b)', async () => {
  const [a, b] = [await openTestGateway(), await openTestGateway()]
  const device = await a.pair('agent', ['status.read'])
  expect(await codeOf(device.again({ gatewayId: b.gateway.id }))).toEqual(UNAUTHENTICATED)
  const atB = connectTest(b.url, {
    key: device.key,
    role: 'agent',
    auth: { kind: 'token' },
    credential: device.token,
    gatewayId: a.gateway.id,
  })
  expect((await codeOf(atB))[0]).toBe('PAIRING_REQUIRED')
})

test('a nonce is good for its own connection, once (GW-10)', async () => {
  const { pair, url } = await openTestGateway()
  const device = await pair('agent', ['status.read'])
  const first = await openRaw(url)
  const { data: challenge } = await first.next()
  expect(Buffer.from(challenge.nonce, 'base64url')).toHaveLength(32)
  expect(await codeOf(device.again({ nonce: challenge.nonce })), 'of another connection').toEqual(UNAUTHENTICATED)
  const params = signedParams(challenge, {
    key: device.key,
    role: 'agent',
    auth: { kind: 'token' },
    credential: device.token,
  })
  const frame = { type: 'request', id: 'connect', method: 'connect', params }
  first.send(frame)
  expect((await first.next()).ok).toBe(true)
  first.send(frame)
  expect((await first.next()).error.code).toBe('ALREADY_CONNECTED')
  expect(await first.closed).toBe(4428)
})

test('a device gets what its record holds, whatever it asks for (GW-12)', async () => {
  const { pair } = await openTestGateway()
  const device = await pair('operator', ['status.read', 'devices.read'])
  const greedy = await device.again({ scopes: ROLE_SCOPES.operator })
  expect(greedy.hello.scopes).toEqual(['status.read', 'devices.read'])
  const denied = await greedy.call('devices.invite', { role: 'agent', scopes: [] })
  expect(denied.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'scope', scope: 'devices.manage' } })
  const modest = await device.again({ scopes: ['status.read'] })
  expect((await modest.call('devices.list')).error?.code).toBe('FORBIDDEN')
})

test('the id of a device is the fingerprint of its key (GW-18)', async () => {
  const { pair, connect } = await openTestGateway()
  const victim = await pair('operator', ['status.read'])
  const thief = testKey()
  const squatting = { ...thief, id: victim.key.id }
  expect(await codeOf(connect({ key: squatting, auth: { kind: 'token' }, credential: victim.token }))).toEqual(
    UNAUTHENTICATED,
  )
  expect((await codeOf(connect({ key: thief, auth: { kind: 'token' }, credential: victim.token })))[0]).toBe(
    'PAIRING_REQUIRED',
  )
})

test('the key without the token is not enough, nor a token that is nearly right', async () => {
  const { pair } = await openTestGateway()
  const device = await pair('agent', ['status.read'])
  const { token } = device
  for (const credential of ['', token.slice(1), `${token}x`, token.toUpperCase()]) {
    expect(await codeOf(device.again({ credential }))).toEqual(UNAUTHENTICATED)
  }
})

test('what was signed long ago, or ahead, is refused with the time of the gateway (GW-20)', async () => {
  const { pair } = await openTestGateway()
  const device = await pair('agent', ['status.read'])
  for (const away of [-121_000, 121_000]) {
    const { answered } = await device.again({ signedAt: Date.now() + away })
    expect(answered.error?.code).toBe('CLOCK_SKEW')
    expect(answered.error?.details.time).toBeTypeOf('number')
  }
  expect((await device.again({ signedAt: Date.now() - 60_000 })).answered.ok).toBe(true)
})

test('no version in common is refused with both ranges', async () => {
  const { connect } = await openTestGateway()
  const { answered, closed } = await connect({
    auth: { kind: 'token' },
    forge: (params) => ({ ...params, protocol: { min: 7, max: 9 } }),
  })
  expect(answered.error).toMatchObject({ code: 'VERSION_UNSUPPORTED', details: { client: { min: 7, max: 9 } } })
  expect(await closed).toBe(4406)
})

test('the device of the local user is taken at the local socket only', async () => {
  const { url, owner, gateway } = await openTestGateway()
  const connection = await owner()
  expect(connection.answered.ok).toBe(true)
  const overTcp = await owner(['status.read'], url)
  expect([overTcp.answered.error?.code, await overTcp.closed]).toEqual(UNAUTHENTICATED)
  expect(gateway.services.connections.size).toBe(1)
})

test('a page that guesses is locked out, the command line is still served, and little is remembered (GW-08-a)', async () => {
  const clock = testClock()
  const { url, pair, gateway } = await openTestGateway({ clock })
  const device = await pair('operator', ['status.read'])
  const origin = `http://127.0.0.1:${gateway.port}`
  const guess = async () => {
    const { answered } = await device.again({ credential: 'wrong', options: { origin } })
    return answered.error?.code
  }
  const codes: unknown[] = []
  for (let attempt = 0; attempt < 30; attempt++) codes.push(await guess())
  expect(codes).toEqual([...Array(10).fill('UNAUTHENTICATED'), ...Array(20).fill('RATE_LIMITED')])
  const { answered, closed } = await device.again({ options: { origin } })
  expect(answered.error?.code, 'the right token from that page').toBe('RATE_LIMITED')
  expect(answered.error?.retryAfterMs).toBeGreaterThan(0)
  expect(await closed).toBe(4429)
  expect((await device.again()).answered.ok, 'a client without an origin').toBe(true)
  const local = await connectTest(url.replace('127.0.0.1', 'localhost'), {
    key: device.key,
    auth: { kind: 'token' },
    credential: device.token,
    options: { origin: `http://localhost:${gateway.port}` },
  })
  expect(local.answered.ok, 'another page').toBe(true)
  clock.advance(300_001)
  expect((await device.again({ options: { origin } })).answered.ok, 'five minutes later').toBe(true)
})

test('the local socket locks nobody out of their own gateway (GW-08-a)', async () => {
  const { owner, socketUrl } = await openTestGateway()
  for (let attempt = 0; attempt < 15; attempt++) {
    await codeOf(connectTest(socketUrl, { auth: { kind: 'token' }, credential: 'wrong' }))
  }
  expect((await owner()).answered.ok).toBe(true)
})
