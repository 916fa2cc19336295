import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES, type Scope } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { sha256, testKey } from '../support/test-client.ts'
import { testClock } from '../support/test-clock.ts'
import { openTestGateway, type TestGateway } from '../support/test-gateway.ts'

const MANAGER: readonly Scope[] = ['status.read', 'devices.read', 'devices.manage']

/** A new device that asks to be paired. */
async function ask(
  gateway: TestGateway,
  more: { name?: string; scopes?: readonly Scope[]; role?: 'agent' | 'node' | 'operator' } = {},
) {
  const key = testKey()
  const { role = 'agent', scopes = ['status.read'], name = 'asking' } = more
  const connect = () => gateway.connect({ key, role, scopes, auth: { kind: 'pairing', name } })
  const { answered, closed } = await connect()
  return { key, connect, answered, closed, request: answered.error?.details?.request as string }
}

test('a device that asks waits until an operator approves it, and gets its token then', async () => {
  const gateway = await openTestGateway()
  const asking = await ask(gateway)
  expect([asking.answered.error?.code, await asking.closed]).toEqual(['PAIRING_PENDING', 4432])
  const owner = await gateway.owner()
  expect((await owner.call('devices.list')).result.pending).toMatchObject([{ request: asking.request, name: 'asking' }])
  expect((await asking.connect()).answered.error?.details.request, 'the same request').toBe(asking.request)
  expect((await owner.call('devices.approve', { request: asking.request })).ok).toBe(true)
  const first = await asking.connect()
  const lost = first.hello.token
  const { token } = (await asking.connect()).hello
  expect(token, 'a hello can get lost').not.toBe(lost)
  const again = { key: asking.key, role: 'agent' as const, auth: { kind: 'token' as const } }
  expect((await gateway.connect({ ...again, credential: token! })).answered.ok).toBe(true)
  expect((await asking.connect()).answered.error?.code, 'once it was used').toBe('PAIRING_PENDING')
  expect((await gateway.connect({ ...again, credential: lost! })).answered.error?.code).toBe('UNAUTHENTICATED')
})

test('a rejected device is not let in, and an answer is given once', async () => {
  const gateway = await openTestGateway()
  const { request, connect } = await ask(gateway)
  const owner = await gateway.owner()
  expect((await owner.call('devices.reject', { request })).ok).toBe(true)
  expect((await owner.call('devices.approve', { request })).error?.code).toBe('NOT_FOUND')
  expect((await connect()).answered.ok).toBe(false)
})

test('a device that asks for something else meanwhile is another request', async () => {
  const gateway = await openTestGateway()
  const { key, request } = await ask(gateway)
  await gateway.connect({ key, role: 'agent', scopes: ROLE_SCOPES.agent, auth: { kind: 'pairing', name: 'asking' } })
  const owner = await gateway.owner()
  expect((await owner.call('devices.approve', { request })).error?.code).toBe('NOT_FOUND')
  expect((await owner.call('devices.list')).result.pending).toHaveLength(1)
})

test('10,000 keys of one address leave few requests, and none of another address is lost (GW-16-a)', async () => {
  const gateway = await openTestGateway()
  const { pairing } = gateway.gateway.services.identity
  const asking = await ask(gateway)
  const client = { name: 'x', version: '1', platform: 'x' }
  const flood = (address: string, index: number) =>
    pairing.ask({
      deviceId: `${address}${index}`,
      publicKey: '',
      name: 'x',
      role: 'agent',
      scopes: [],
      client,
      address,
    })
  for (let index = 0; index < 10_000; index++) flood('203.0.113.7', index)
  expect(pairing.list().length).toBeLessThanOrEqual(17)
  expect(pairing.get(asking.request)?.deviceId).toBe(asking.key.id)
  for (let index = 0; index < 10_000; index++) flood(`2001:db8:0:1::${(index % 65_535).toString(16)}`, index)
  expect(pairing.list().length, 'a network of addresses is one').toBeLessThanOrEqual(33)
  for (let index = 0; index < 2000; index++) flood(`198.51.${index >> 8}.${index & 255}`, 0)
  expect(pairing.list().length).toBe(256)
  expect((await (await gateway.owner()).call('devices.list')).result.pending).toHaveLength(256)
})

test('a setup code lets one device in, for ten minutes, and for its role (GW-17)', async () => {
  const clock = testClock()
  const gateway = await openTestGateway({ clock })
  const owner = await gateway.owner()
  const invite = async () =>
    (await owner.call('devices.invite', { role: 'agent', scopes: ['status.read'] })).result.code as string
  const redeem = async (code: string, role: 'agent' | 'operator' = 'agent') => {
    const auth = { kind: 'setup-code', codeId: code.slice(0, 8), name: 'new' } as const
    const { answered } = await gateway.connect({ role, auth, credential: code })
    return answered.error?.code ?? 'ok'
  }
  const used = await invite()
  expect(used).toMatch(/^[0-9a-f]{8}-[0-9a-f]{32}$/)
  expect(await redeem(used, 'operator')).toBe('UNAUTHENTICATED')
  expect(await redeem(`${used.slice(0, 9)}${'0'.repeat(32)}`)).toBe('UNAUTHENTICATED')
  expect([await redeem(used), await redeem(used)]).toEqual(['ok', 'SETUP_CODE_INVALID'])
  const old = await invite()
  clock.advance(600_001)
  expect(await redeem(old)).toBe('SETUP_CODE_INVALID')
  const racing = await invite()
  expect((await Promise.all([redeem(racing), redeem(racing)])).toSorted()).toEqual(['SETUP_CODE_INVALID', 'ok'])
})

test('nobody invites, approves, rotates or revokes beyond their own scopes (GW-13-a)', async () => {
  const gateway = await openTestGateway()
  const admin = await gateway.pair('operator', ['status.read', 'admin'])
  const manager = await (await gateway.pair('operator', MANAGER)).again()
  const beyond = { code: 'FORBIDDEN', details: { reason: 'beyond-own-scopes' } }
  const before = readFileSync(join(gateway.stateFolder, 'gateway', 'devices.json'), 'utf8')
  for (const method of ['devices.rotate', 'devices.revoke'] as const) {
    const refused = await manager.call(method, { device: admin.key.id })
    expect(refused.error, method).toMatchObject(beyond)
    expect(refused.result).toBeUndefined()
  }
  expect((await manager.call('devices.rename', { device: admin.key.id, name: 'x' })).error).toMatchObject(beyond)
  expect((await manager.call('devices.invite', { role: 'operator', scopes: ['admin'] })).error).toMatchObject(beyond)
  const asking = await ask(gateway, { role: 'operator', scopes: ['status.read', 'admin'] })
  expect((await manager.call('devices.approve', { request: asking.request })).error).toMatchObject(beyond)
  expect(JSON.parse(before).devices).toEqual(
    JSON.parse(readFileSync(join(gateway.stateFolder, 'gateway', 'devices.json'), 'utf8')).devices,
  )
  expect((await admin.again()).answered.ok).toBe(true)
  const less = await manager.call('devices.approve', { request: asking.request, scopes: ['status.read'] })
  expect(less.result.device.scopes).toEqual(['status.read'])
})

test('a connection that was granted less than its record cannot give more', async () => {
  const gateway = await openTestGateway()
  const modest = await gateway.owner(['devices.manage'])
  const refused = await modest.call('devices.invite', { role: 'operator', scopes: ['status.read'] })
  expect(refused.error?.details).toMatchObject({ reason: 'beyond-own-scopes', scopes: ['status.read'] })
})

test('a node that would run commands is let in by an admin alone (GW-13-b)', async () => {
  const gateway = await openTestGateway()
  const asking = await ask(gateway, { role: 'node', scopes: ROLE_SCOPES.node })
  const writer = await (await gateway.pair('operator', ['status.read', 'sessions.write'])).again()
  expect((await writer.call('devices.approve', { request: asking.request })).error?.code).toBe('FORBIDDEN')
  const manager = await (await gateway.pair('operator', [...MANAGER, 'nodes.manage'])).again()
  expect((await manager.call('devices.approve', { request: asking.request })).error?.code).toBe('FORBIDDEN')
  const admin = await (await gateway.pair('operator', [...MANAGER, 'admin'])).again()
  expect((await admin.call('devices.approve', { request: asking.request })).ok).toBe(true)
})

test('no scope reaches a role that cannot have it', async () => {
  const owner = await (await openTestGateway()).owner()
  const { error } = await owner.call('devices.invite', { role: 'agent', scopes: ['approvals.answer'] })
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', path: '/params/scopes' })
})

test('a device that approves nothing more than was asked for', async () => {
  const gateway = await openTestGateway()
  const { request } = await ask(gateway, { scopes: ['status.read'] })
  const { error } = await (
    await gateway.owner()
  ).call('devices.approve', { request, scopes: ['status.read', 'tools.call'] })
  expect(error?.code).toBe('INVALID_PARAMS')
})

test('a revoked device is disconnected at once, also where it reads nothing, and not let in again (GW-15)', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('agent', ['status.read'])
  const [reading, stuck] = [await device.again(), await device.again()]
  stuck.webSocket.pause()
  const owner = await gateway.owner()
  const revoked = await owner.call('devices.revoke', { device: device.key.id })
  expect(revoked.result).toMatchObject({ closed: 3, device: { revokedAt: expect.any(Number), connections: 0 } })
  expect(gateway.gateway.services.connections.ofDevice(device.key.id)).toEqual([])
  expect(await reading.closed).toBe(4403)
  expect((await device.again()).answered.error?.code).toBe('REVOKED')
  expect((await owner.call('devices.revoke', { device: device.key.id })).error?.code).toBe('NOT_FOUND')
})

test('a rotated device fetches another token with the old one, which is void then', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('agent', ['status.read'])
  const open = await device.again()
  const owner = await gateway.owner()
  const rotated = await owner.call('devices.rotate', { device: device.key.id })
  expect(rotated.result.token, 'not for the operator').toBeUndefined()
  expect(await open.closed).toBe(1001)
  const { token } = (await device.again()).hello
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect((await device.again({ credential: token! })).hello.token).toBeUndefined()
  expect((await device.again()).answered.error?.code).toBe('UNAUTHENTICATED')
})

test('of two processes of a rotated device one is given the token, and it stays good', async () => {
  const clock = testClock()
  const gateway = await openTestGateway({ clock })
  const device = await gateway.pair('agent', ['status.read'])
  await device.again()
  const owner = await gateway.owner()
  await owner.call('devices.rotate', { device: device.key.id })
  const { token } = (await device.again()).hello
  const second = await device.again()
  expect([second.answered.ok, second.hello.token]).toEqual([true, undefined])
  expect((await device.again({ credential: token! })).answered.ok).toBe(true)
  await owner.call('devices.rotate', { device: device.key.id })
  const lost = await device.again({ credential: token! })
  expect(lost.hello.token).toBeDefined()
  clock.advance(61_000)
  // The device that was given it may have been killed before it was kept.
  const { token: third } = (await device.again({ credential: token! })).hello
  expect((await device.again({ credential: third! })).answered.ok).toBe(true)
})

test('a device rotates its own token and goes on', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('operator', MANAGER)
  const connection = await device.again()
  const { result } = await connection.call('devices.rotate', { device: device.key.id })
  expect((await connection.call('gateway.health')).ok).toBe(true)
  expect((await device.again({ credential: result.token })).answered.ok).toBe(true)
  expect((await device.again()).answered.error?.code).toBe('UNAUTHENTICATED')
})

test('of two connections of one node the newest counts, and both are in the log (GW-19-a)', async () => {
  const gateway = await openTestGateway()
  const node = await gateway.pair('node', ROLE_SCOPES.node)
  const newest = await node.again()
  expect(await node.connection.closed).toBe(4409)
  expect(gateway.gateway.services.connections.ofDevice(node.key.id)).toHaveLength(1)
  expect((await newest.call('gateway.health')).ok).toBe(true)
  const connected = gateway.log
    .map((line) => JSON.parse(line))
    .filter(({ event, device }) => event === 'connected' && device === node.key.id)
  expect(connected.map(({ superseded }) => superseded)).toEqual([undefined, 1])
})

test('only hashes of tokens are on disk, and no secret is in the log or in an answer (GW-03-b, GW-14-b)', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('operator', MANAGER)
  const connection = await device.again()
  const answers = [
    await connection.call('devices.list'),
    await device.again({ credential: 'wrong' }).then(({ answered }) => answered),
  ]
  const folder = join(gateway.stateFolder, 'gateway')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'owner.json')
  const seen = [
    ...files.map((name) => readFileSync(join(folder, name), 'utf8')),
    ...gateway.log,
    JSON.stringify(answers),
  ].join('\n')
  const { token } = device
  for (const secret of [
    token,
    Buffer.from(token).toString('base64'),
    encodeURIComponent(token),
    Buffer.from(token).toString('hex'),
  ]) {
    expect(seen).not.toContain(secret)
  }
  expect(readFileSync(join(folder, 'devices.json'), 'utf8')).toContain(sha256(token))
  expect(gateway.log.join('\n') + JSON.stringify(answers)).not.toContain(sha256(token))
})

test('what cannot be written down is not done, and reading goes on', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('agent', ['status.read'])
  const owner = await gateway.owner()
  const folder = join(gateway.stateFolder, 'gateway')
  renameSync(folder, `${folder}-away`)
  const refused = await owner.call('devices.revoke', { device: device.key.id })
  renameSync(`${folder}-away`, folder)
  expect(refused.error?.code).toBe('RECORD_FAILED')
  expect((await owner.call('devices.list')).result.devices).toHaveLength(2)
  expect((await device.again()).answered.ok).toBe(true)
})

test('names are told apart as people do, and a part of an id that fits two devices is none (GW-75)', async () => {
  const gateway = await openTestGateway()
  const first = await gateway.pair('agent', ['status.read'], { name: 'Build Node' })
  const second = await gateway.pair('agent', ['status.read'], { name: 'build node' })
  const owner = await gateway.owner()
  const { devices } = (await owner.call('devices.list')).result
  expect(devices.map(({ name }: { name: string }) => name)).toEqual(['owner', 'Build Node', 'build node 2'])
  expect((await owner.call('devices.rename', { device: second.key.id, name: 'BUILD NODE' })).error?.code).toBe(
    'CONFLICT',
  )
  expect((await owner.call('devices.rename', { device: 'BUILD NODE', name: 'one' })).result.device.id).toBe(
    first.key.id,
  )
  expect((await owner.call('devices.revoke', { device: first.key.id.slice(0, 5) })).error?.code).toBe('NOT_FOUND')
})

test('who watches the devices learns what changes, and takes up where they stopped', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.owner()
  const watching = await owner.call('devices.watch')
  const { subscription, epoch, head } = watching.result
  const asking = await ask(gateway)
  const event = await owner.next()
  expect(event).toMatchObject({ event: 'devices.pairing', subscription, seq: head + 1, data: { state: 'pending' } })
  expect(event.data.request.request).toBe(asking.request)
  expect((await owner.call('subscriptions.end', { subscription })).ok).toBe(true)
  await ask(gateway)
  const later = await gateway.owner()
  const resumed = await later.call('devices.watch', { after: { epoch, seq: head + 1 } })
  expect(resumed.result.gap).toBeUndefined()
  expect((await later.next()).seq).toBe(head + 2)
})

test('an invitation for an address of the page has a link and its QR code, and none for what is no address', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.owner()
  const params = { role: 'operator', scopes: ['status.read'] }
  const page = 'https://desk.example/poundlock/'
  const { result } = await owner.call('devices.invite', { ...params, page })
  expect(result.link.address).toBe(`${page}#gateway=${result.gateway.id}&code=${result.code}`)
  const { qr } = result.link as { qr: string[] }
  // A frame of four light modules, and in it the first of the three marks by which cameras find a code.
  expect(qr.slice(3, 6).map((row) => row.slice(3, 12))).toEqual(['000000000', '011111110', '010000010'])
  expect(new Set(qr.map((row) => row.length))).toEqual(new Set([qr.length]))
  expect((await owner.call('devices.invite', params)).result.link).toBeUndefined()
  for (const wrong of ['javascript:alert(1)//', 'https://desk.example/#x', `https://a/${'b'.repeat(400)}`]) {
    expect((await owner.call('devices.invite', { ...params, page: wrong })).error?.code).toBe('INVALID_PARAMS')
  }
})
