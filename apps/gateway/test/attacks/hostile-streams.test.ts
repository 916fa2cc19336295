import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { signedParams } from '../support/test-client.ts'
import { openTestGateway, type Paired } from '../support/test-gateway.ts'
import { eventsOf, newKey, openWork, watch } from '../support/work-scene.ts'

const HEADER = (opcode: number, length: number, final = true): Buffer => {
  const header = Buffer.alloc(length < 126 ? 6 : 8)
  header[0] = (final ? 0x80 : 0) | opcode
  header[1] = 0x80 | (length < 126 ? length : 126)
  if (length >= 126) header.writeUInt16BE(length, 2)
  return header
}
/** A frame whose mask is zero. */
const frameOf = (opcode: number, text: string | Buffer, final = true): Buffer =>
  Buffer.concat([HEADER(opcode, Buffer.byteLength(text), final), Buffer.from(text)])

/** A socket on which a WebSocket was opened by hand. */
async function openByHand(port: number): Promise<{ socket: Socket; closed: Promise<unknown>; received: () => Buffer }> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => (received = Buffer.concat([received, chunk])))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await once(socket, 'data')
  return { socket, closed, received: () => received }
}

/** The same, let in with the signature of a device. */
async function openAs(device: Paired, port: number) {
  const opened = await openByHand(port)
  const challenge = () => /\{"type":"event","event":"connect\.challenge".*?\}\}/.exec(opened.received().toString())?.[0]
  await expect.poll(challenge).toBeDefined()
  const { key, token: credential, role, scopes } = device
  const params = signedParams(JSON.parse(challenge()!).data, { key, role, scopes, auth: { kind: 'token' }, credential })
  opened.socket.write(frameOf(1, JSON.stringify({ type: 'request', id: 'c', method: 'connect', params })))
  await expect.poll(() => opened.received().includes('"ok":true')).toBe(true)
  return opened
}

test.each([
  ['a binary frame before connect', frameOf(2, '{}')],
  ['a continuation of nothing', frameOf(0, '{}')],
  ['a frame with a reserved bit', Buffer.concat([Buffer.from([0xc1, 0x82, 0, 0, 0, 0]), Buffer.from('{}')])],
  ['a frame without a mask', Buffer.concat([Buffer.from([0x81, 2]), Buffer.from('{}')])],
  ['a ping of 200 bytes', frameOf(9, 'x'.repeat(200))],
  ['a ping in pieces', frameOf(9, 'x', false)],
  ['a reserved opcode', frameOf(3, '{}')],
  ['a close frame with a broken code', frameOf(8, Buffer.from([0, 1]))],
  ['broken UTF-8', frameOf(1, Buffer.from([0xff, 0xfe]))],
  [
    'broken UTF-8 split over two frames',
    Buffer.concat([frameOf(1, Buffer.from([0x22, 0xe2]), false), frameOf(0, '"')]),
  ],
  ['an empty text', frameOf(1, '')],
  ['a second request of HTTP', Buffer.from('GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n')],
])('%s ends the connection, and nobody else notices', async (_name, bytes) => {
  const { gateway, owner } = await openTestGateway()
  const { socket, closed } = await openByHand(gateway.port!)
  const other = await owner()
  socket.write(bytes)
  socket.once('data', () => socket.end())
  await closed
  expect((await other.call('gateway.health')).ok).toBe(true)
  expect(gateway.services.connections.size).toBe(1)
})

test('a frame in 100,000 pieces is not collected', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('agent', ['status.read'])
  const { socket, closed } = await openAs(device, gateway.gateway.port!)
  const pieces = [frameOf(1, '"', false), ...Array.from({ length: 100_000 }, () => frameOf(0, 'x', false))]
  socket.write(Buffer.concat(pieces))
  await closed
  await expect.poll(() => gateway.gateway.services.connections.ofDevice(device.key.id).length).toBe(1)
})

test('a client that closes its half of the line, or vanishes, leaves nothing behind', async () => {
  const gateway = await openTestGateway({ bounds: { pingIntervalMs: 80 } })
  const device = await gateway.pair('agent', ['status.read'])
  device.connection.close()
  const half = await openAs(device, gateway.gateway.port!)
  half.socket.end()
  const silent = await openAs(device, gateway.gateway.port!)
  silent.socket.pause()
  await expect.poll(() => gateway.gateway.services.connections.ofDevice(device.key.id).length).toBe(0)
})

test('a connect that was recorded is nothing on another connection, nor on its own a second time', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('agent', ['status.read'])
  const first = await openByHand(gateway.gateway.port!)
  const challenge = () => /\{"type":"event","event":"connect\.challenge".*?\}\}/.exec(first.received().toString())?.[0]
  await expect.poll(challenge).toBeDefined()
  const { key, token: credential } = device
  const auth = { kind: 'token' } as const
  const params = signedParams(JSON.parse(challenge()!).data, { key, role: 'agent', auth, credential })
  const recorded = frameOf(1, JSON.stringify({ type: 'request', id: 'c', method: 'connect', params }))
  const second = await openByHand(gateway.gateway.port!)
  second.socket.write(recorded)
  second.socket.once('data', () => second.socket.end())
  await second.closed
  expect(second.received().toString()).toContain('UNAUTHENTICATED')
  first.socket.write(Buffer.concat([recorded, recorded]))
  await expect.poll(() => first.received().includes('ALREADY_CONNECTED')).toBe(true)
  first.socket.end()
  await first.closed
})

test('who follows from the start gets large events in pieces that it can read, and is not closed for them', async () => {
  const scene = await openWork()
  const text = 'x'.repeat(300_000)
  for (let count = 0; count < 50; count++) {
    const params = { session: scene.session, text }
    await scene.agent.connection.call('sessions.send', params, { idempotencyKey: newKey() })
  }
  const owner = await scene.owner()
  const events = eventsOf(owner)
  await owner.call('sessions.follow', { session: scene.session, after: { epoch: scene.session, seq: 0 } })
  await expect.poll(() => events.all.length).toBe(51)
  expect(events.all.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, index) => index + 1))
})

test('who begins and ends subscriptions for ever leaves nothing that waits for its end', async () => {
  const scene = await openWork()
  const owner = await scene.owner()
  const [open] = scene.gateway.services.connections.ofDevice(owner.hello.device.id)
  let listeners = 0
  const { signal } = open!.caller
  const add = signal.addEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }
  for (let round = 0; round < 200; round++) {
    const { subscription } = await watch(owner)
    await owner.call('subscriptions.end', { subscription })
  }
  expect(listeners).toBe(0)
  expect((await watch(owner)).subscription).toBeDefined()
})
