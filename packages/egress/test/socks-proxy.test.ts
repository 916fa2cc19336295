import { describe, expect, test } from 'vitest'
import { dial, echoRequest, exchange, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

const greeting = Buffer.of(5, 1, 0)
const named = (host: string, port: number, command = 1): Buffer =>
  Buffer.concat([
    Buffer.of(5, command, 0, 3, host.length),
    Buffer.from(host, 'latin1'),
    Buffer.of(port >> 8, port & 255),
  ])
const numbered = (kind: 1 | 4, bytes: readonly number[], port: number): Buffer =>
  Buffer.of(5, 1, 0, kind, ...bytes, port >> 8, port & 255)
const LOOPBACK6 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

async function ground() {
  const upstream = await startServer(echoRequest)
  const rules = [{ host: `local.test:${String(upstream)}`, allowPrivate: true }]
  return { upstream, ...(await startProxy({ rules })) }
}

describe('SOCKS 5', () => {
  test('joins a client to a name, however its bytes arrive', async () => {
    const { port, upstream } = await ground()
    const request = Buffer.concat([greeting, named('local.test', upstream), Buffer.from('GET / HTTP/1.1\r\n\r\n')])
    for (const size of [1, 7, request.length]) {
      const socket = await dial(port)
      for (let at = 0; at < request.length; at += size) {
        socket.write(request.subarray(at, at + size))
        // Each part in a packet of its own.
        await new Promise((resolve) => setImmediate(resolve))
      }
      const answer = await readToEnd(socket)
      expect(answer.slice(0, 12)).toBe('\x05\x00\x05\x00\x00\x01\0\0\0\0\0\0')
      expect(answer).toContain('GET / HTTP/1.1')
    }
  })

  test('reaches an address that a rule names exactly, and no other', async () => {
    const upstream = await startServer((socket) => socket.end('there'))
    const { port, proxy } = await startProxy({ rules: [`127.0.0.1:${String(upstream)}`] })
    expect(await exchange(port, greeting, numbered(1, [127, 0, 0, 1], upstream))).toContain('there')
    expect(await exchange(port, greeting, named('127.0.0.1', upstream))).toContain('there')
    const mapped = [...Array.from({ length: 10 }, () => 0), 255, 255, 127, 0, 0, 1]
    for (const refused of [
      numbered(1, [127, 0, 0, 2], upstream),
      numbered(4, LOOPBACK6, upstream),
      numbered(4, mapped, upstream),
      named('0x7f.1', upstream),
      named('2130706433', upstream),
      named('127.0.0.1.', upstream),
      named('local.test', upstream),
      named('', upstream),
      named('a\0b', upstream),
      named('127.0.0.1:80', upstream),
      numbered(1, [127, 0, 0, 1], 0),
    ]) {
      expect((await exchange(port, greeting, refused)).slice(2, 4)).toBe('\x05\x02')
    }
    expect(proxy.denials().map(({ target }) => target)).toContain(`[::ffff:7f00:1]:${String(upstream)}`)
  })

  test.each([
    ['other versions', Buffer.of(4, 1, 0, 80, 127, 0, 0, 1, 0), ''],
    ['clients that insist on a password', Buffer.of(5, 1, 2), '\x05\xff'],
    ['BIND', Buffer.concat([greeting, named('local.test', 80, 2)]), '\x05\x00\x05\x07'],
    ['UDP', Buffer.concat([greeting, named('local.test', 80, 3)]), '\x05\x00\x05\x07'],
    ['kinds of address that do not exist', Buffer.concat([greeting, Buffer.of(5, 1, 0, 9, 0)]), '\x05\x00\x05\x08'],
    ['a version that changes', Buffer.concat([greeting, Buffer.of(4, 1, 0, 1, 1, 2, 3, 4, 0, 80)]), '\x05\x00\x05\x07'],
  ])('refuses %s', async (_name, bytes, begin) => {
    const { port } = await ground()
    const answer = await exchange(port, bytes)
    expect(answer.slice(0, begin.length)).toBe(begin)
    expect(answer).not.toContain('\x05\x00\x05\x00')
  })

  test('says what it refused, and to what it could not connect', async () => {
    const { port, proxy } = await startProxy({ rules: [{ host: 'local.test:1', allowPrivate: true }] })
    expect((await exchange(port, greeting, named('evil.test', 443))).slice(2, 4)).toBe('\x05\x02')
    expect((await exchange(port, greeting, named('local.test', 1))).slice(2, 4)).toBe('\x05\x04')
    expect(proxy.denials().map(({ target }) => target)).toEqual(['evil.test:443'])
  })

  test('closes with a client that ends in the middle', async () => {
    const { port } = await ground()
    const socket = await dial(port)
    socket.end(Buffer.of(5, 3, 0))
    expect(await readUntil(socket, 'never')).toBe('')
  })
})
