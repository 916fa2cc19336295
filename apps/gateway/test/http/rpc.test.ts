import { join } from 'node:path'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { bearer, rpc, send } from '../support/http-client.ts'
import { testClock } from '../support/test-clock.ts'
import { openTestGateway, type TestGateway } from '../support/test-gateway.ts'
import { beginSession, newKey, openWork } from '../support/work-scene.ts'

const VIEWER = ['status.read', 'devices.read'] as const

/** A device with bearer use, and a gateway. */
async function openBearer(scopes: readonly (typeof VIEWER)[number][] = VIEWER) {
  const opened = await openTestGateway()
  const { token, connection } = await opened.pair('operator', scopes, { bearer: true })
  connection.close()
  return { ...opened, token, port: opened.gateway.port, device: connection.hello.device }
}

const text = (body: unknown) => JSON.stringify(body)
const healthy = text({ jsonrpc: '2.0', id: 7, method: 'gateway.health', params: {} })

test('a script gets the same answer and the same errors as a WebSocket', async () => {
  const { port, token, owner } = await openBearer()
  const health = await rpc(port, token, 'gateway.health')
  expect([health.status, health.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, result: { state: 'ready', time: expect.any(Number) } },
  ])
  expect(health.headers['content-type']).toBe('application/json; charset=utf-8')
  const socket = await owner(VIEWER)
  const requests = [
    ['devices.revoke', { device: 'x' }, 403, -32_000],
    ['no.such.method', {}, 404, -32_601],
    ['node.invoke', { command: 'system.run' }, 404, -32_601],
    ['connect', {}, 404, -32_601],
    ['devices.list', { extra: 1 }, 400, -32_602],
    ['subscriptions.end', { subscription: 'x' }, 404, -32_000],
  ] as const
  for (const [method, params, status, code] of requests) {
    const answered = await rpc(port, token, method, { params })
    expect([answered.status, answered.json().error.code], method).toEqual([status, code])
    if (method === 'connect') continue
    const { error } = await socket.call(method, params)
    expect(answered.json().error.data, method).toEqual(error)
  }
})

test('an idempotency key and a trace come in headers, and a repeated request gets its recorded result', async () => {
  const { pair, gateway } = await openWork()
  const { token } = await pair('agent', ROLE_SCOPES.agent, { agent: 'script', bearer: true })
  const call = (method: string, params: object, key: string) =>
    rpc(gateway.port, token, method, { params, headers: { 'idempotency-key': key } })
  const session = (await call('sessions.create', {}, newKey())).json().result.session.id
  const params = { session, tool: 'exec', input: { command: 'echo from a script' } }
  const key = newKey()
  const first = (await call('tools.call', params, key)).json().result
  expect(first).toMatchObject({ status: 'ran', content: [{ type: 'text', text: 'from a script\n' }] })
  expect((await call('tools.call', params, key)).json().result).toEqual(first)
  const other = await call('tools.call', { ...params, input: { command: 'echo other' } }, key)
  expect([other.status, other.json().error.data.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  const without = await rpc(gateway.port, token, 'tools.call', { params })
  expect(without.json().error.data).toMatchObject({ code: 'INVALID_PARAMS', path: '/idempotencyKey' })
  expect((await call('tools.call', params, 'short')).json().error.data.path).toBe('/idempotencyKey')
})

test('a device comes with its token alone only where its record says so, and never at another door', async () => {
  const { gateway, pair, owner, log } = await openTestGateway()
  const plain = await pair('operator', VIEWER)
  expect((await rpc(gateway.port, plain.token, 'gateway.health')).status).toBe(401)
  const { token } = await pair('operator', VIEWER, { bearer: true })
  expect((await rpc(gateway.port, token, 'gateway.health')).status).toBe(200)
  const operator = await owner()
  const { devices } = (await operator.call('devices.list')).result
  expect(devices.map((one: { bearer?: true }) => one.bearer)).toEqual([undefined, undefined, true])
  const node = await operator.call('devices.invite', { role: 'node', scopes: ['status.read'], bearer: true })
  expect(node.error).toMatchObject({ code: 'INVALID_PARAMS', path: '/params/bearer' })
  const own = await send(null, {
    headers: bearer(token),
    body: healthy,
    socketPath: join(gateway.services.stateFolder, 'gateway', 'gateway.sock'),
  })
  expect(own.status, 'at the local socket').toBe(200)
  expect(log.join('\n')).not.toContain(token)
})

test('what is no token of a device is refused, and nothing in the address counts (GW-03-a, GW-03-b)', async () => {
  const { port, token, log } = await openBearer()
  const refused = await send(port, { headers: { 'content-type': 'application/json' }, body: healthy })
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  for (const authorization of [
    'Bearer',
    `Basic ${token}`,
    token,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${token} ${token}`,
  ]) {
    const answered = await send(port, { headers: { ...bearer(token), authorization }, body: healthy })
    expect([answered.status, answered.json().error.data.code], authorization).toEqual([401, 'UNAUTHENTICATED'])
    if (authorization.length > 60) expect(answered.text).not.toContain(token.slice(0, 20))
  }
  const twice = await send(port, {
    headers: { ...bearer(token), authorization: [`Bearer ${token}`, 'Bearer x'] },
    body: healthy,
  })
  expect(twice.status).toBe(400)
  for (const path of [`/rpc?token=${token}`, `/rpc?access_token=${token}`, '/rpc?']) {
    expect((await send(port, { path, headers: bearer(token), body: healthy })).status, path).toBe(400)
  }
  expect((await send(port, { path: `/rpc/${token}`, headers: bearer(token), body: healthy })).status).toBe(404)
  const encoded = [token, Buffer.from(token).toString('base64'), encodeURIComponent(token)]
  for (const secret of encoded) expect(log.join('\n')).not.toContain(secret)
})

test('guesses from an address lock it out by origin, while a client without an origin is served (GW-08-a)', async () => {
  const clock = testClock()
  const opened = await openTestGateway({ clock })
  const { token } = await opened.pair('operator', VIEWER, { bearer: true })
  const port = opened.gateway.port!
  const origin = `http://127.0.0.1:${port}`
  const from = (credential: string, headers: object = {}) =>
    send(port, { headers: { ...bearer(credential), ...headers }, body: healthy })
  const guesses: number[] = []
  for (let guess = 0; guess < 15; guess++) guesses.push((await from('A'.repeat(43), { origin })).status)
  expect(guesses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])
  const right = await from(token, { origin })
  expect([right.status, Number(right.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  expect((await from(token)).status).toBe(200)
  clock.advance(300_001)
  expect((await from(token, { origin })).status, 'five minutes later').toBe(200)
})

test('foreign pages and other names get nothing, whatever token they have (GW-01-b, GW-02-b)', async () => {
  const { port, token } = await openBearer()
  const statusOf = async (headers: Record<string, string>) =>
    (await send(port, { headers: { ...bearer(token), ...headers }, body: healthy })).status
  for (const origin of ['null', 'https://evil.example', `http://127.attacker.example:${port}`]) {
    expect(await statusOf({ origin }), origin).toBe(403)
  }
  expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusOf({ host: `127.attacker.example:${port}` })).toBe(421)
  expect(await statusOf({ host: `2130706433:${port}` })).toBe(421)
})

test('only JSON that can be read in one way is taken (GW-22-b, GW-23-a)', async () => {
  const { port, token } = await openBearer()
  const answer = async (body: string | Buffer, headers: Record<string, string> = {}) => {
    const answered = await send(port, { headers: { ...bearer(token), ...headers }, body })
    const { error } = answered.json()
    return [answered.status, error.code, error.data.code]
  }
  for (const body of [
    '',
    '{',
    '{"jsonrpc":"2.0","id":1,"method":"gateway.health","method":"devices.list"}',
    '{"jsonrpc":"2.0","id":1,"method":"gateway.health","params":{"__proto__":{}}}',
    '{"jsonrpc":"2.0","id":1,"method":"gateway.health","params":{"x":"\\ud800"}}',
    Buffer.from([0x7b, 0xff, 0x7d]),
    `\u{feff}${healthy}`,
  ]) {
    expect(await answer(body), String(body)).toEqual([400, -32_700, 'BAD_FRAME'])
  }
  expect(await answer(text([JSON.parse(healthy)])), 'a batch').toEqual([400, -32_600, 'BAD_FRAME'])
  for (const wrong of [
    { jsonrpc: '2.0', method: 'gateway.health' },
    { jsonrpc: '2.0', id: null, method: 'gateway.health' },
    { jsonrpc: '2.0', id: 1.5, method: 'gateway.health' },
    { jsonrpc: '1.0', id: 1, method: 'gateway.health' },
    { id: 1, method: 'gateway.health' },
    { jsonrpc: '2.0', id: 1, method: 'gateway.health', params: [] },
    { jsonrpc: '2.0', id: 1, method: 'gateway.health', token },
    { jsonrpc: '2.0', id: 1, method: 7 },
    'gateway.health',
  ]) {
    expect(await answer(text(wrong)), text(wrong)).toEqual([400, -32_600, 'BAD_FRAME'])
  }
  const deep = `{"jsonrpc":"2.0","id":1,"method":"gateway.health","params":{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`
  expect(await answer(deep)).toEqual([413, -32_600, 'FRAME_TOO_LARGE'])
  const wide = `{"jsonrpc":"2.0","id":1,"method":"gateway.health","params":{"x":[${'0,'.repeat(100_000)}0]}}`
  expect(await answer(wide)).toEqual([413, -32_600, 'FRAME_TOO_LARGE'])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a body that is no JSON, too large, or of a stranger is not read', async () => {
  const { port, token } = await openBearer()
  const status = async (sending: Parameters<typeof send>[1]) => (await send(port, sending)).status
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/jsonp',
  ]) {
    expect(await status({ headers: { ...bearer(token), 'content-type': type }, body: healthy }), type).toBe(415)
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(await status({ method, headers: bearer(token) }), method).toBe(405)
  }
  const length = { 'content-length': String(5 * 1024 * 1024) }
  expect(await status({ headers: { ...bearer('x'), ...length } }), 'a stranger').toBe(401)
  expect(await status({ headers: { ...bearer(token), ...length } })).toBe(413)
})

test('what would follow events is for the WebSocket', async () => {
  const { port, token } = await openBearer()
  const answered = await rpc(port, token, 'devices.watch')
  expect(answered.json().error.data).toMatchObject({ code: 'INVALID_PARAMS', path: '/method' })
})

/** A call of `/rpc` that waits until it is ended: its response, and when it came. */
async function longCall({ gateway, pair }: TestGateway) {
  const device = await pair('agent', ROLE_SCOPES.agent, { agent: 'script', bearer: true })
  const session = await beginSession(device.connection)
  const waiting = rpc(gateway.port, device.token, 'tools.call', {
    params: { session, tool: 'exec', input: { command: 'sleep 600' } },
    headers: { 'idempotency-key': newKey() },
  })
  await expect.poll(async () => gateway.busy()).toBe(1)
  return { device, waiting }
}

test('a device that is revoked loses its requests at once, and its token', async () => {
  const scene = await openWork()
  const { device, waiting } = await longCall(scene)
  const owner = await scene.owner()
  const { result } = await owner.call('devices.revoke', { device: device.key.id })
  expect(result.closed).toBe(2)
  const ended = await waiting
  expect([ended.status, ended.json().error.data.code]).toEqual([401, 'REVOKED'])
  expect((await rpc(scene.gateway.port, device.token, 'gateway.health')).status).toBe(401)
})

test('a token that is rotated is void at once, and the one who rotates it gets the new one to hand over', async () => {
  const scene = await openWork()
  const { device, waiting } = await longCall(scene)
  const owner = await scene.owner()
  const { result } = await owner.call('devices.rotate', { device: device.key.id })
  expect((await waiting).json().error.data.code).toBe('OUTCOME_UNKNOWN')
  expect((await rpc(scene.gateway.port, device.token, 'gateway.health')).status).toBe(401)
  expect((await rpc(scene.gateway.port, result.token, 'gateway.health')).status).toBe(200)
  const lesser = await scene.pair('operator', ['devices.read', 'devices.manage'])
  const beyond = await lesser.connection.call('devices.rotate', { device: device.key.id })
  expect(beyond.error?.details.reason, 'GW-13-a').toBe('beyond-own-scopes')
})

test('requests of a device are bounded in a second, and in number at once', async () => {
  const fast = await openTestGateway({ bounds: { requestsPerSecond: 2 } })
  const { token } = await fast.pair('operator', VIEWER, { bearer: true })
  const health = async () => (await rpc(fast.gateway.port, token, 'gateway.health')).status
  expect((await Promise.all([health(), health(), health(), health()])).filter((one) => one === 429)).toHaveLength(2)

  const scene = await openWork({ bounds: { maxRequestsAtOnce: 1 } })
  const { device, waiting } = await longCall(scene)
  const second = await rpc(scene.gateway.port, device.token, 'gateway.health')
  expect([second.status, second.json().error.data.code]).toEqual([503, 'BUSY'])
  await (await scene.owner()).call('devices.revoke', { device: device.key.id })
  expect((await waiting).status).toBe(401)
})

test('an answer with a bearer token says how it was proved, and is never to what the device itself asked', async () => {
  const scene = await openWork()
  const { token } = await scene.pair('operator', ROLE_SCOPES.operator, { bearer: true })
  const port = scene.gateway.port
  const watching = await scene.pair('operator', ROLE_SCOPES.operator)
  await watching.connection.call('approvals.watch')
  const asked = scene.agent.connection.call(
    'tools.call',
    { session: scene.session, tool: 'exec', input: { command: 'node -p 1+1' } },
    { idempotencyKey: newKey() },
  )
  const pending = async () => (await rpc(port, token, 'approvals.list')).json().result.approvals
  await expect.poll(async () => (await pending()).length).toBe(1)
  const [{ id }] = await pending()
  const answered = await rpc(port, token, 'approvals.answer', { params: { id, decision: 'allow-once' } })
  expect(answered.json().result.approval.answers[0]).toMatchObject({ surface: 'gateway', proof: 'bearer-token' })
  expect((await asked).result?.status).toBe('ran')

  const session = (await rpc(port, token, 'sessions.create', { headers: { 'idempotency-key': newKey() } })).json()
    .result
  const own = rpc(port, token, 'tools.call', {
    params: { session: session.session.id, tool: 'exec', input: { command: 'node -p 3+3' } },
    headers: { 'idempotency-key': newKey() },
  })
  await expect.poll(async () => (await pending()).length).toBe(1)
  const [mine] = await pending()
  const self = await rpc(port, token, 'approvals.answer', { params: { id: mine.id, decision: 'allow-once' } })
  expect(self.json().error.data.details.reason, 'GW-51-a').toBe('self-approval')
  await watching.connection.call('approvals.answer', { id: mine.id, decision: 'deny' })
  expect((await own).json().result.status).toBe('unapproved')
})
