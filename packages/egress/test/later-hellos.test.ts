import { once } from 'node:events'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { LaterHellos } from '../src/later-hellos.ts'
import { captureHello, splitRecords } from './client-hello.ts'
import { dial, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

const CHANGE_CIPHER = Buffer.of(20, 3, 3, 0, 1, 1)
const EARLY_DATA = Buffer.concat([Buffer.of(23, 3, 3, 0, 40), Buffer.alloc(40, 22)])
const KEY_EXCHANGE = Buffer.of(22, 3, 3, 0, 5, 16, 0, 0, 1, 7)
const own = await captureHello('local.test')
const evil = await captureHello('evil.test')
const nameless = await captureHello(undefined)
const messageOf = (hello: Buffer) => hello.subarray(5)
const inOneRecord = (...messages: readonly Buffer[]) =>
  splitRecords(Buffer.concat([Buffer.alloc(5), ...messages]), 16_000)

/** A server that keeps all that gets to it. */
async function ground() {
  const got: Buffer[] = []
  const upstream = await startServer((socket) => {
    socket.on('data', (chunk) => got.push(chunk))
    socket.on('end', () => socket.end())
  })
  const { port, proxy } = await startProxy({ rules: [{ host: `local.test:${String(upstream)}`, allowPrivate: true }] })
  const socket = await dial(port)
  socket.write(`CONNECT local.test:${String(upstream)} HTTP/1.1\r\n\r\n`)
  await readUntil(socket, '\r\n\r\n')
  return { got: () => Buffer.concat(got), socket, proxy }
}

describe('a second hello', () => {
  test.each<[string, readonly Buffer[]]>([
    ['as it is', [evil]],
    ['after a change of the cipher', [CHANGE_CIPHER, evil]],
    ['after early data', [EARLY_DATA, EARLY_DATA, CHANGE_CIPHER, evil]],
    ['in records of one byte', [CHANGE_CIPHER, splitRecords(evil, 1)]],
    ['that names no server', [CHANGE_CIPHER, nameless]],
    ['behind one that is allowed', [CHANGE_CIPHER, own, evil]],
    ['with data within', [splitRecords(evil, 100).subarray(0, 105), EARLY_DATA]],
    ['that is longer than any', [CHANGE_CIPHER, Buffer.of(22, 3, 3, 0, 4, 1, 2, 0, 0)]],
    ['behind a record of another kind', [Buffer.of(30, 3, 3, 0, 1, 0), evil]],
  ])('does not get to a server that is not allowed: %s', async (_how, parts) => {
    const { got, socket, proxy } = await ground()
    socket.write(own)
    for (const part of parts) socket.write(part)
    await readToEnd(socket)
    expect(got().includes('evil.test')).toBe(false)
    expect(got().includes(messageOf(nameless))).toBe(false)
    expect(proxy.denials()).toHaveLength(1)
  })

  test.each<[string, Buffer]>([
    ['in one record with the first', inOneRecord(messageOf(own), messageOf(evil))],
    ['cut over two records with the first', splitRecords(inOneRecord(messageOf(own), messageOf(evil)), 300)],
  ])('does not either, %s', async (_how, start) => {
    const { got, socket } = await ground()
    socket.end(start)
    await readToEnd(socket)
    expect(got().includes('evil.test')).toBe(false)
  })

  test.each<[string, readonly Buffer[]]>([
    ['one with the same name', [CHANGE_CIPHER, own, EARLY_DATA]],
    ['a key exchange of TLS 1.2, and what is encrypted then', [KEY_EXCHANGE, CHANGE_CIPHER, evil]],
    [
      'an encrypted message of TLS 1.2',
      [CHANGE_CIPHER, Buffer.concat([Buffer.of(22, 3, 3, 0, 40), Buffer.alloc(40, 0)])],
    ],
    ['data', [CHANGE_CIPHER, EARLY_DATA, EARLY_DATA]],
  ])('passes as it is: %s', async (_what, parts) => {
    const { got, socket, proxy } = await ground()
    socket.write(own)
    for (const part of parts) socket.write(part)
    socket.end()
    await readToEnd(socket)
    expect(got()).toEqual(Buffer.concat([own, ...parts]))
    expect(proxy.denials()).toEqual([])
  })

  test('is found however the bytes are cut', () => {
    const bytes = Buffer.concat([own, EARLY_DATA, CHANGE_CIPHER, own, EARLY_DATA, evil])
    for (const most of [1, 2, 3, 7, 44, 45, 46, 500]) {
      const hellos = new LaterHellos(({ name }) => (name === 'local.test' ? null : 'refused'))
      const passed: Buffer[] = []
      let problem: string | null = null
      for (let at = 0; at < bytes.length && problem === null; at += most) {
        const passage = hellos.take(bytes.subarray(at, at + most))
        if ('problem' in passage) ({ problem } = passage)
        else passed.push(passage.pass)
      }
      expect(problem, String(most)).toBe('refused')
      expect(bytes.indexOf(Buffer.concat(passed)), String(most)).toBe(0)
      expect(Buffer.concat(passed).includes('evil.test')).toBe(false)
    }
  })
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)('a real client of %s whose server asks again is served', async (version) => {
  const names: unknown[] = []
  // A secret that both know spares a certificate.
  const psk = Buffer.alloc(32, 7)
  const ciphers = 'ECDHE-PSK-CHACHA20-POLY1305:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256'
  const server = createTlsServer({ ciphers, ecdhCurve: 'P-256', pskCallback: () => psk }, (socket) => {
    names.push(socket.servername)
    socket.pipe(socket)
  })
  const upstream = await startServer((socket) => void server.emit('connection', socket))
  const { port, proxy } = await startProxy({ rules: [{ host: `local.test:${String(upstream)}`, allowPrivate: true }] })
  const tunnelled = await dial(port)
  tunnelled.write(`CONNECT local.test:${String(upstream)} HTTP/1.1\r\n\r\n`)
  await readUntil(tunnelled, '\r\n\r\n')
  const client = connectTls({
    socket: tunnelled,
    servername: 'local.test',
    // Its only key is of a kind that the server does not take.
    ecdhCurve: 'X25519:P-256',
    ciphers,
    pskCallback: () => ({ psk, identity: 'client' }),
    checkServerIdentity: () => undefined,
    minVersion: version,
    maxVersion: version,
  })
  await once(client, 'secureConnect')
  const long = Buffer.alloc(300_000, 'a')
  client.end(long)
  let received = 0
  client.on('data', (chunk: Buffer) => (received += chunk.length))
  await once(client, 'end')
  expect(received).toBe(long.length)
  expect(names).toEqual(['local.test'])
  expect(proxy.denials()).toEqual([])
})
