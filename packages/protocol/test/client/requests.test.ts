import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { connectGateway, type ConnectOptions, type GatewayClient } from '../../src/client/index.ts'
import { GatewayError, type Frame, type RequestFrame } from '../../src/index.ts'
import { keyIdentity } from '../../src/node/index.ts'
import { ScriptedGateway, sha256, type Peer, type Script } from './scripted-gateway.ts'

const identity = keyIdentity(generateKeyPairSync('ed25519').privateKey)
const TOKEN = 'k'.repeat(43)

const gatewayOf = (script: Script) => new ScriptedGateway({ credentialHash: sha256(TOKEN), ...script }).ready()

function connect(gateway: ScriptedGateway, options: Partial<ConnectOptions> = {}): GatewayClient & Disposable {
  const client = connectGateway({
    url: gateway.url,
    identity,
    credential: { kind: 'token', token: TOKEN },
    role: 'operator',
    scopes: ['status.read', 'tools.call'],
    client: { name: 'test', version: '1', platform: 'test' },
    reconnect: { firstMs: 1, mostMs: 20 },
    ...options,
  })
  return Object.assign(client, { [Symbol.dispose]: () => client.close() })
}

const HEALTH = { state: 'ready', time: 1 }
const CALL = { session: 's', tool: 'exec', input: { command: 'true' } }

test('a request gets its own answer, in whatever order they come', async () => {
  const first = Promise.withResolvers<RequestFrame>()
  await using gateway = await gatewayOf({
    onRequest: (request, peer) => {
      if (gateway.requests.length === 1) return first.resolve(request)
      peer.result(request, { ...HEALTH, time: 2 })
      void first.promise.then((one) => peer.result(one, HEALTH))
    },
  })
  using client = connect(gateway)
  const [one, two] = await Promise.all([client.request('gateway.health', {}), client.request('gateway.health', {})])
  expect([one.time, two.time]).toEqual([1, 2])
})

test('a refusal is an error with its code, place and time', async () => {
  await using gateway = await gatewayOf({
    onRequest: (request, peer) => peer.error(request, 'INVALID_PARAMS', { path: '/params/limit', expected: 'less' }),
  })
  using client = connect(gateway)
  await expect(client.request('sessions.list', { limit: 1 })).rejects.toMatchObject({
    name: 'GatewayError',
    code: 'INVALID_PARAMS',
    path: '/params/limit',
    expected: 'less',
  })
})

test('a code that is not known here is a fault of the other side', async () => {
  await using gateway = await gatewayOf({ onRequest: (request, peer) => peer.error(request, 'FROM_THE_FUTURE') })
  using client = connect(gateway)
  const error: unknown = await client.request('gateway.health', {}).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(GatewayError)
  expect(error).toMatchObject({ code: 'INTERNAL', details: { code: 'FROM_THE_FUTURE' } })
})

/** Cuts the connection at the first request; answers what comes on the next one. */
const cutFirst = (answer: (request: RequestFrame, peer: Peer) => void): NonNullable<Script['onRequest']> => {
  let isFirst = true
  return (request, peer) => {
    if (!isFirst) return answer(request, peer)
    isFirst = false
    peer.socket.terminate()
  }
}

test('what reads is asked again after the connection was cut', async () => {
  await using gateway = await gatewayOf({ onRequest: cutFirst((request, peer) => peer.result(request, HEALTH)) })
  using client = connect(gateway)
  await expect(client.request('gateway.health', {})).resolves.toEqual(HEALTH)
  expect(gateway.requests).toHaveLength(2)
})

test('a call is sent again with the same key, never with another one', async () => {
  await using gateway = await gatewayOf({
    onRequest: cutFirst((request, peer) => peer.result(request, { callId: 'c' })),
  })
  using client = connect(gateway)
  await expect(client.request('tools.call', CALL)).resolves.toEqual({ callId: 'c' })
  const keys = gateway.requests.map(({ idempotencyKey }) => idempotencyKey)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('two calls never share a key', async () => {
  await using gateway = await gatewayOf({ onRequest: (request, peer) => peer.result(request, { callId: 'c' }) })
  using client = connect(gateway)
  await Promise.all([client.request('tools.call', CALL), client.request('tools.call', CALL)])
  const [one, two] = gateway.requests
  expect(one!.idempotencyKey).not.toBe(two!.idempotencyKey)
})

test('what changes something and has no key is never sent a second time', async () => {
  await using gateway = await gatewayOf({ onRequest: cutFirst((request, peer) => peer.result(request, {})) })
  using client = connect(gateway)
  await expect(client.request('devices.invite', { role: 'agent', scopes: [] })).rejects.toMatchObject({
    code: 'OUTCOME_UNKNOWN',
    details: { method: 'devices.invite' },
  })
  await client.request('gateway.health', {})
  expect(gateway.requests.filter(({ method }) => method === 'devices.invite')).toHaveLength(1)
})

test('what was not sent yet is sent once a connection stands', async () => {
  await using gateway = await gatewayOf({ onRequest: (request, peer) => peer.result(request, { callId: 'c' }) })
  await gateway.kill()
  using client = connect(gateway)
  const made = client.request('devices.revoke', { device: 'x' })
  await gateway.restart()
  await made
  expect(gateway.requests.map(({ method }) => method)).toEqual(['devices.revoke'])
})

test('a client that is closed says of each request whether it may have been done', async () => {
  const arrived = Promise.withResolvers<void>()
  await using gateway = await gatewayOf({
    limits: { maxRequestsAtOnce: 2 },
    onRequest: () => gateway.requests.length === 2 && arrived.resolve(),
  })
  const client = connect(gateway)
  const sent = client.request('tools.call', CALL, { idempotencyKey: 'key-of-the-call' })
  const read = client.request('gateway.health', {})
  const unsent = client.request('devices.revoke', { device: 'x' })
  await arrived.promise
  client.close()
  expect(await Promise.allSettled([sent, read, unsent])).toMatchObject([
    { reason: { code: 'OUTCOME_UNKNOWN', details: { idempotencyKey: 'key-of-the-call' } } },
    { reason: { code: 'GATEWAY_CLOSED' } },
    { reason: { code: 'GATEWAY_CLOSED' } },
  ])
  await expect(client.request('gateway.health', {})).rejects.toMatchObject({ code: 'GATEWAY_CLOSED' })
})

test('no more requests are under way than the gateway takes', async () => {
  const open: [RequestFrame, Peer][] = []
  let most = 0
  await using gateway = await gatewayOf({
    limits: { maxRequestsAtOnce: 3 },
    onRequest: (request, peer) => {
      open.push([request, peer])
      most = Math.max(most, open.length)
      setImmediate(() => {
        const next = open.shift()
        next?.[1].result(next[0], HEALTH)
      })
    },
  })
  using client = connect(gateway)
  await Promise.all(Array.from({ length: 40 }, () => client.request('gateway.health', {})))
  expect(most).toBe(3)
})

test('a queue that is full refuses, and says that nothing was sent', async () => {
  await using gateway = await gatewayOf({})
  await gateway.kill()
  using client = connect(gateway, { limits: { maxQueued: 2 } })
  const waiting = [client.request('gateway.health', {}), client.request('gateway.health', {})]
  await expect(client.request('gateway.health', {})).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  client.close()
  expect(await Promise.allSettled(waiting)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  await gateway.restart()
})

test('a request that is too large for the gateway is not sent', async () => {
  await using gateway = await gatewayOf({ limits: { maxFrameBytes: 2000 } })
  using client = connect(gateway)
  await expect(client.request('tools.call', { ...CALL, input: { command: '€'.repeat(700) } })).rejects.toMatchObject({
    code: 'FRAME_TOO_LARGE',
  })
  expect(gateway.requests).toEqual([])
})

test('a call that is given up is cancelled', async () => {
  const cancelled = Promise.withResolvers<RequestFrame>()
  const stop = new AbortController()
  await using gateway = await gatewayOf({
    onRequest: (request) => {
      if (request.method === 'tools.call') stop.abort(new Error('enough'))
      else cancelled.resolve(request)
    },
  })
  using client = connect(gateway)
  await expect(
    client.request('tools.call', CALL, { idempotencyKey: 'key-of-the-call', signal: stop.signal }),
  ).rejects.toThrow('enough')
  expect(await cancelled.promise).toMatchObject({
    method: 'tools.cancel',
    params: { call: { key: 'key-of-the-call' } },
  })
})

test('a request that was given up before it was sent is never sent', async () => {
  await using gateway = await gatewayOf({ onRequest: (request, peer) => peer.result(request, HEALTH) })
  await gateway.kill()
  using client = connect(gateway)
  const stop = new AbortController()
  const made = client.request('devices.revoke', { device: 'x' }, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(made).rejects.toThrow('enough')
  await gateway.restart()
  await client.request('gateway.health', {})
  expect(gateway.requests.map(({ method }) => method)).toEqual(['gateway.health'])
})

test('a change that is not answered in time may have been done', async () => {
  await using gateway = await gatewayOf({ onRequest: () => undefined })
  using client = connect(gateway)
  await client.ready()
  await expect(client.request('tools.call', CALL, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  await expect(client.request('gateway.health', {}, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'TIMED_OUT' })
})

test('answers that nobody waits for, and requests that nobody serves, break nothing', async () => {
  const answers: Frame[] = []
  await using gateway = await gatewayOf({
    onPeer: ({ send, socket }) => {
      socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as Frame))
      send({ type: 'response', id: 'never-sent', ok: true, result: {} })
      send({ type: 'request', id: 'r', method: 'system.run', params: {} })
    },
    onRequest: (request, peer) => peer.result(request, HEALTH),
  })
  using client = connect(gateway)
  await client.request('gateway.health', {})
  expect(answers).toContainEqual(expect.objectContaining({ id: 'r', ok: false }))
})

test('events go to those who listen, and what a listener throws breaks nothing', async () => {
  await using gateway = await gatewayOf({
    onRequest: (request, peer) => {
      peer.send({
        type: 'event',
        event: 'tools.output',
        data: { callId: 'c', key: 'key-of-the-call', stream: 'stdout', part: 1, text: 'hi' },
      })
      peer.result(request, HEALTH)
    },
  })
  const problems: unknown[] = []
  using client = connect(gateway, { onProblem: (error) => problems.push(error) })
  const texts: string[] = []
  client.on('tools.output', () => {
    throw new Error('broken listener')
  })
  client.on('tools.output', ({ text }) => texts.push(text))
  const stop = client.on('tools.output', () => texts.push('never'))
  stop()
  await client.request('gateway.health', {})
  expect(texts).toEqual(['hi'])
  expect(problems).toMatchObject([{ message: 'broken listener' }])
})
