import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { OpenArea } from '../../src/index.ts'
import { openRaw } from '../support/test-client.ts'
import { testClock } from '../support/test-clock.ts'
import { openTestGateway } from '../support/test-gateway.ts'

/** What a fresh connection is answered for a first frame, and how it is closed. */
async function firstAnswer(url: string, frame: string | Buffer): Promise<readonly unknown[]> {
  const client = await openRaw(url)
  await client.next()
  client.webSocket.send(frame)
  const { id, error } = await client.next()
  return [id, error.code, await client.closed]
}

test('the first frame has to be connect (GW-22)', async () => {
  const { url } = await openTestGateway()
  const request = (method: string, params: object = {}) => JSON.stringify({ type: 'request', id: 'a', method, params })
  expect(await firstAnswer(url, request('gateway.status'))).toEqual(['a', 'NOT_CONNECTED', 4428])
  expect(await firstAnswer(url, JSON.stringify({ type: 'event', event: 'x', data: {} }))).toEqual([
    null,
    'NOT_CONNECTED',
    4428,
  ])
  expect(await firstAnswer(url, request('connect'))).toEqual(['a', 'INVALID_PARAMS', 4400])
  expect(await firstAnswer(url, '{"type":"request"')).toEqual([null, 'BAD_FRAME', 4400])
  expect(await firstAnswer(url, Buffer.from([0xff, 0xfe]))).toEqual([null, 'BAD_FRAME', 1003])
})

test.each([
  ['a repeated key (GW-23-a)', '{"type":"request","id":"a","id":"b","method":"gateway.health","params":{}}'],
  [
    'a repeated key in the parameters (GW-23-a)',
    '{"type":"request","id":"a","method":"gateway.health","params":{"x":1,"x":2}}',
  ],
  [
    'half of a surrogate pair (GW-23)',
    '{"type":"request","id":"a","method":"gateway.health","params":{"x":"\\ud800"}}',
  ],
  ['NaN (GW-23)', '{"type":"request","id":"a","method":"gateway.health","params":{"x":NaN}}'],
  [
    '__proto__ (GW-22-b)',
    '{"type":"request","id":"a","method":"gateway.health","params":{"__proto__":{"admin":true}}}',
  ],
  ['an unknown field (GW-22)', '{"type":"request","id":"a","method":"gateway.health","params":{},"approved":true}'],
  [
    '10,000 nested arrays (GW-22-b)',
    `{"type":"request","id":"a","method":"gateway.health","params":{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`,
  ],
  [
    '100,000 keys (GW-22-b)',
    `{"type":"request","id":"a","method":"gateway.health","params":{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}}`,
  ],
  ['an answer that nobody waits for (GW-24)', '{"type":"response","id":"a","ok":true,"result":{}}'],
  ['an event of a client (GW-24)', '{"type":"event","event":"approvals.settled","data":{}}'],
])('%s ends a connection that was let in', async (_, frame) => {
  const { owner } = await openTestGateway()
  const connection = await owner()
  connection.send(frame)
  const { id, error } = await connection.next()
  expect([id, ['BAD_FRAME', 'FRAME_TOO_LARGE'].includes(error.code)]).toEqual([null, true])
  expect([4400, 1009]).toContain(await connection.closed)
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
})

test('a key of Object.prototype is a key like any other, and none that a method knows (GW-22-b)', async () => {
  const { owner } = await openTestGateway()
  const connection = await owner()
  const { error } = await connection.call('gateway.health', { constructor: { prototype: { admin: true } } })
  expect(error?.code).toBe('INVALID_PARAMS')
  expect((await connection.call('constructor')).error?.code).toBe('UNKNOWN_METHOD')
})

test('text that is not UTF-8 is answered, and closed with 1007 (GW-23)', async () => {
  const { owner } = await openTestGateway()
  const connection = await owner()
  const broken = Buffer.concat([Buffer.from('{"type":"request","id":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  connection.webSocket.send(broken, { binary: false })
  expect((await connection.next()).error.code).toBe('BAD_FRAME')
  expect(await connection.closed).toBe(1007)
})

test('a large frame is refused before connect, and taken afterwards (GW-21)', async () => {
  const { url, owner } = await openTestGateway()
  const padding = ' '.repeat(70_000)
  const request = `{"type":"request","id":"large","method":"gateway.health","params":{${padding}}}`
  expect(await firstAnswer(url, request)).toEqual([null, 'FRAME_TOO_LARGE', 1009])
  const connection = await owner()
  connection.send(request)
  expect((await connection.answer('large')).ok).toBe(true)
  connection.send(`{"type":"request","id":"huge","method":"gateway.health","params":{${' '.repeat(5 * 1024 * 1024)}}}`)
  expect(await connection.closed).toBe(1009)
})

test('a frame that never ends is not collected before connect (GW-21)', async () => {
  const { gateway } = await openTestGateway()
  const socket = connect(gateway.port!, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await once(socket, 'data')
  // A text frame of 3 MB, of which only 200 kB are sent.
  const header = Buffer.alloc(14)
  header.set([0x81, 0xff])
  header.writeBigUInt64BE(3_000_000n, 2)
  socket.write(header)
  socket.write(Buffer.alloc(200_000, 0x20))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(gateway.services.connections.size).toBe(0)
})

test('who does not connect in time is closed, and a request that never ends, too (GW-21)', async () => {
  const clock = testClock()
  const { url, gateway } = await openTestGateway({ clock })
  const client = await openRaw(url)
  await client.next()
  const slow = connect(gateway.port!, '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  await once(slow, 'connect')
  slow.write('GET /ws HTTP/1.1\r\nHost: ')
  const ended = once(slow, 'close')
  clock.advance(10_001)
  expect((await client.next()).error.code).toBe('HANDSHAKE_TIMEOUT')
  expect(await client.closed).toBe(4408)
  await ended
})

test('strangers who only hold sockets make room for those who connect (GW-21)', async () => {
  const { url, owner, pair } = await openTestGateway({
    admission: { maxUnauthenticated: 4, maxUnauthenticatedPerAddress: 100 },
  })
  const device = await pair('agent', ['status.read'])
  const first = await openRaw(url)
  for (let number = 0; number < 6; number++) await openRaw(url)
  expect(await first.closed).toBe(1006)
  expect((await device.again()).answered.ok).toBe(true)
  expect((await owner()).answered.ok).toBe(true)
})

test('one address cannot take every place of strangers (GW-21)', async () => {
  const { url, owner } = await openTestGateway({
    admission: { maxUnauthenticated: 100, maxUnauthenticatedPerAddress: 3 },
  })
  const held = [await openRaw(url), await openRaw(url), await openRaw(url)]
  await expect(openRaw(url)).rejects.toThrow(/hang up|ECONNRESET|closed/)
  expect((await owner()).answered.ok, 'the local socket has places of its own').toBe(true)
  held[0]!.close()
  await held[0]!.closed
  await openRaw(url)
})

const SLOW: OpenArea = () => ({ handlers: { 'sessions.list': () => new Promise(() => undefined) } })

test('a connection has so many requests at once, and each id once; others are still answered (GW-26-a)', async () => {
  const { owner, pair } = await openTestGateway({ areas: [SLOW], bounds: { maxRequestsAtOnce: 3 } })
  const agent = await pair('agent', ['status.read', 'sessions.read'])
  const connection = await agent.again()
  const request = (id: string) => ({ type: 'request', id, method: 'sessions.list', params: {} })
  for (const id of ['a', 'b', 'b', 'c', 'd']) connection.send(request(id))
  expect((await connection.answer('b')).error?.code).toBe('DUPLICATE_REQUEST')
  expect((await connection.answer('d')).error).toMatchObject({ code: 'BUSY', retryAfterMs: expect.any(Number) })
  expect((await (await owner()).call('gateway.health')).ok).toBe(true)
})

test('too many requests in a second are refused with the time to wait', async () => {
  const clock = testClock()
  const { owner } = await openTestGateway({ clock, bounds: { requestsPerSecond: 5 } })
  const connection = await owner()
  const codes: unknown[] = []
  for (let number = 0; number < 7; number++) codes.push((await connection.call('gateway.health')).error?.code ?? 'ok')
  expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'RATE_LIMITED', 'RATE_LIMITED'])
  clock.advance(1000)
  expect((await connection.call('gateway.health')).ok).toBe(true)
})

test('a client that does not read is closed, and nothing piles up for it (GW-25)', async () => {
  const blast: OpenArea = () => ({
    handlers: {
      'sessions.list': (_params, caller) => {
        const text = 'x'.repeat(100_000)
        let sent = 0
        while (caller.send('tools.output', { text }) && sent < 10_000) sent++
        return { sessions: [], sent } as never
      },
    },
  })
  const { pair, gateway } = await openTestGateway({ areas: [blast], bounds: { maxUnreadBytes: 1024 * 1024 } })
  const agent = await pair('agent', ['sessions.read'])
  const connection = await agent.again()
  connection.webSocket.pause()
  connection.send({ type: 'request', id: 'blast', method: 'sessions.list', params: {} })
  await expect.poll(() => gateway.counters.closed.get('slow-reader')).toBe(1)
  await expect.poll(() => gateway.services.connections.ofDevice(agent.key.id).length).toBe(1)
})

test('who answers no ping is closed (GW-28)', async () => {
  const { owner, gateway, socketUrl } = await openTestGateway({ bounds: { pingIntervalMs: 80 } })
  const silent = await owner()
  silent.webSocket.pong = () => undefined
  Object.assign(silent.webSocket, { _autoPong: false })
  silent.webSocket.pause()
  const lively = await owner(undefined, socketUrl)
  await expect.poll(() => gateway.counters.closed.get('silent')).toBe(1)
  expect((await lively.call('gateway.health')).ok).toBe(true)
})
