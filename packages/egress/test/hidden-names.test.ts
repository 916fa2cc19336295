import { describe, expect, test } from 'vitest'
import { captureHello, splitRecords, withExtension } from './client-hello.ts'
import { dial, exchange, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

/** A server that says so as soon as anything of a client gets to it. */
async function ground(rules: (port: number) => readonly (string | { host: string; allowPrivate: boolean })[]) {
  const upstream = await startServer((socket) => socket.once('data', () => socket.end('upstream has it')))
  return { upstream, ...(await startProxy({ rules: rules(upstream) })) }
}
const byName = (port: number) => [{ host: `local.test:${String(port)}`, allowPrivate: true }]

async function say(proxy: number, target: string, parts: readonly Buffer[]): Promise<string> {
  const socket = await dial(proxy)
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
  await readUntil(socket, '\r\n\r\n')
  for (const part of parts) {
    socket.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.end()
  return readToEnd(socket)
}

const ALERT = Buffer.of(21, 3, 1, 0, 2, 1, 90)
const CHANGE_CIPHER = Buffer.of(20, 3, 3, 0, 1, 1)
const APPLICATION = Buffer.of(23, 3, 3, 0, 2, 1, 1)
const HEARTBEAT = Buffer.of(24, 3, 3, 0, 3, 1, 0, 0)
/** As the oldest clients began. Source: RFC 5246, E.2 */
const HELLO_OF_2 = Buffer.concat([
  Buffer.of(0x80, 0x2e, 1, 3, 1, 0, 0x15, 0, 0, 0, 0x10),
  Buffer.from('000039000038000035000016000013000066000005', 'hex'),
  Buffer.alloc(16, 7),
])
const withNul = (hello: Buffer) => Buffer.from(hello.toString('latin1').replace('testN', 'test\0'), 'latin1')
const ENCRYPTED_HELLO = 0xfe0d
const ENCRYPTED_NAME = 0xffce

describe('a TLS client whose server cannot be told does not get to one that was named', () => {
  const evil = () => captureHello('evil.test')
  const own = () => captureHello('local.test')
  const nameless = () => captureHello(undefined)
  test.each<[string, () => Promise<readonly Buffer[]>]>([
    ['it names no server', async () => [await nameless()]],
    ['it names no server, byte by byte', async () => Array.from(await nameless(), (byte) => Buffer.of(byte))],
    ['it names no server, in records of 3 bytes', async () => [splitRecords(await nameless(), 3)]],
    ['an alert comes first', async () => [ALERT, await evil()]],
    ['an alert comes first, in one piece', async () => [Buffer.concat([ALERT, await evil()])]],
    ['four alerts come first', async () => [Buffer.concat([ALERT, ALERT, ALERT, ALERT, await evil()])]],
    ['an alert comes first, cut within its type', async () => [ALERT.subarray(0, 1), ALERT.subarray(1), await evil()]],
    ['a change of the cipher comes first', async () => [Buffer.concat([CHANGE_CIPHER, await evil()])]],
    ['data comes first', async () => [Buffer.concat([APPLICATION, await evil()])]],
    ['a heartbeat comes first', async () => [Buffer.concat([HEARTBEAT, await evil()])]],
    ['it begins as SSL 2 did', async () => [HELLO_OF_2]],
    ['it begins as SSL 2 did, byte by byte', async () => Array.from(HELLO_OF_2, (byte) => Buffer.of(byte))],
    ['a second hello is encrypted within', async () => [withExtension(await own(), ENCRYPTED_HELLO)]],
    [
      'a second hello is encrypted within, cut in two',
      async () => {
        const hello = withExtension(await own(), ENCRYPTED_HELLO)
        return [hello.subarray(0, 200), hello.subarray(200)]
      },
    ],
    [
      'a second hello is encrypted within, in records of 50 bytes',
      async () => [splitRecords(withExtension(await own(), ENCRYPTED_HELLO), 50)],
    ],
    ['a second name is encrypted within, as drafts had it', async () => [withExtension(await own(), ENCRYPTED_NAME)]],
    ['its name has a NUL in it', async () => [withNul(await captureHello('local.testN.evil.test'))]],
    ['its name is an address', async () => [await captureHello('127.0.0.1.')]],
    ['its name is below the one that was named', async () => [await captureHello('sub.local.test')]],
    ['its name begins as the one that was named', async () => [await captureHello('local.test.evil.test')]],
  ])('%s', async (_what, parts) => {
    const { upstream, port } = await ground(byName)
    expect(await say(port, `local.test:${String(upstream)}`, await parts())).toBe('')
  })

  test('is told why, with what would go on', async () => {
    const { upstream, port, proxy } = await ground(byName)
    await say(port, `local.test:${String(upstream)}`, [await nameless()])
    await say(port, `local.test:${String(upstream)}`, [withExtension(await own(), ENCRYPTED_HELLO)])
    expect(proxy.denials().map(({ message }) => message)).toEqual([
      expect.stringContaining('does not say which server it wants (SNI)'),
      expect.stringContaining('hides which server it wants (encrypted client hello)'),
    ])
  })

  test('by SOCKS neither', async () => {
    const { upstream, port } = await ground(byName)
    const asked = Buffer.concat([
      Buffer.of(5, 1, 0, 5, 1, 0, 3, 10),
      Buffer.from('local.test'),
      Buffer.of(upstream >> 8, upstream & 255),
    ])
    expect(await exchange(port, asked, await nameless())).not.toContain('upstream has it')
  })

  test('one that names it does', async () => {
    const { upstream, port } = await ground(byName)
    for (const name of ['local.test', 'LOCAL.Test', 'local.test.']) {
      expect(await say(port, `local.test:${String(upstream)}`, [await captureHello(name)])).toBe('upstream has it')
    }
  })

  test('where a rule names the address, nothing has to be named', async () => {
    const { upstream, port } = await ground((number) => [`127.0.0.1:${String(number)}`])
    expect(await say(port, `127.0.0.1:${String(upstream)}`, [await nameless()])).toBe('upstream has it')
    expect(await say(port, `127.0.0.1:${String(upstream)}`, [await evil()])).toBe('')
  })
})

describe('a request of plain HTTP that only some servers read is one', () => {
  test.each([
    ['a blank before it', ' GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
    ['a tab before it', '\tGET / HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
    ['tabs in its first line', 'GET\t/\tHTTP/1.1\r\nHost: evil.test\r\n\r\n'],
    ['another blank in its first line', 'GET\v/\vHTTP/1.1\r\nHost: evil.test\r\n\r\n'],
    ['no version, and a whole address', 'GET http://evil.test/\r\n\r\n'],
    ['no version', 'GET /\r\n\r\n'],
    ['a version without a number behind the dot', 'GET http://evil.test/ HTTP/1.\r\nHost: evil.test\r\n\r\n'],
    ['a bare return as the end of its line', 'GET / HTTP/1.1\rHost: evil.test\r\r'],
  ])('%s', async (_what, request) => {
    const { upstream, port } = await ground(byName)
    expect(await say(port, `local.test:${String(upstream)}`, [Buffer.from(request, 'latin1')])).not.toContain(
      'upstream has it',
    )
  })

  test.each([
    ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a store of keys', 'GET key\r\n'],
    ['mail', 'EHLO example.org\r\n'],
    ['Postgres', '\0\0\0\x08\x04\xd2\x16\x2f'],
  ])('and what is none passes: %s', async (_what, text) => {
    const { upstream, port } = await ground(byName)
    const said = Buffer.from(text, 'latin1')
    expect(await say(port, `local.test:${String(upstream)}`, [said])).toBe('upstream has it')
  })
})
