import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { dial, echoRequest, exchange, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

const status = (answer: string): string => answer.slice(0, answer.indexOf('\r\n'))

async function ground() {
  const upstream = await startServer(echoRequest)
  const rules = [{ host: `local.test:${String(upstream)}`, allowPrivate: true }]
  return { upstream, host: `local.test:${String(upstream)}`, ...(await startProxy({ rules })) }
}

describe('a request in absolute form', () => {
  test('goes on in origin form, with what is between client and proxy taken off', async () => {
    const { port, host, proxy } = await ground()
    const answer = await exchange(
      port,
      `GET http://${host}/a?b HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: Basic c2VjcmV0\r\nProxy-Connection: keep-alive\r\nConnection: X-Mine\r\nX-Mine: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nX-Kept: yes\r\n\r\n`,
    )
    expect(status(answer)).toBe('HTTP/1.1 200 OK')
    const sent = answer.slice(answer.indexOf('\r\n\r\n') + 4)
    expect(sent).toBe(`GET /a?b HTTP/1.1\r\nX-Kept: yes\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(proxy.denials()).toEqual([])
  })

  test('may have any case, a final dot, and a query without a path', async () => {
    const { port, upstream } = await ground()
    const host = `LOCAL.test.:${String(upstream)}`
    const answer = await exchange(port, `GET HTTP://${host}?q HTTP/1.1\r\nHost: local.test:${String(upstream)}\r\n\r\n`)
    expect(answer).toContain(`\r\n\r\nGET /?q HTTP/1.1\r\n`)
  })

  test('passes a body on as it is framed', async () => {
    const { port, host } = await ground()
    const begin = `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n`
    const sized = await exchange(port, `${begin}Content-Length: 5\r\n\r\nhello`)
    expect(sized).toContain('Content-Length: 5\r\n')
    const chunked = await exchange(port, `${begin}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`)
    expect(chunked).toContain('Transfer-Encoding: chunked\r\n')
    expect(chunked).not.toContain('\r\nContent-Length: 5')
  })

  test('to a host that no rule covers is refused, with what to add', async () => {
    const { port, proxy, upstream } = await ground()
    for (const host of ['other.test', `sub.local.test:${String(upstream)}`, 'local.test']) {
      const answer = await exchange(port, `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(status(answer)).toBe('HTTP/1.1 403 Forbidden')
    }
    expect(proxy.denials()).toEqual([
      {
        kind: 'network',
        target: 'other.test:80',
        message:
          'Connection to other.test:80 refused: no rule of sandbox.egress covers it. Add "other.test" to sandbox.egress to allow it.',
      },
      expect.objectContaining({
        target: `sub.local.test:${String(upstream)}`,
        message: expect.stringContaining(`Add "sub.local.test:${String(upstream)}"`),
      }),
      expect.objectContaining({ target: 'local.test:80', message: expect.stringContaining('Add "local.test"') }),
    ])
  })

  test('to a host that cannot be reached ends in 502, which is no refusal', async () => {
    const { port, proxy } = await startProxy({ rules: ['missing.test', { host: 'local.test:1', allowPrivate: true }] })
    for (const host of ['missing.test', 'local.test:1']) {
      const answer = await exchange(port, `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(status(answer)).toBe('HTTP/1.1 502 Bad Gateway')
    }
    expect(proxy.denials()).toEqual([])
  })

  test('whose answer is no HTTP ends in 502', async () => {
    const upstream = await startServer((socket) => socket.end('garbage\r\n\r\n'))
    const host = `local.test:${String(upstream)}`
    const { port } = await startProxy({ rules: [{ host, allowPrivate: true }] })
    const answer = await exchange(port, `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(status(answer)).toBe('HTTP/1.1 502 Bad Gateway')
  })
})

describe('what a server could read differently', () => {
  const lines = (host: string, ...headers: readonly string[]) =>
    `${[`POST http://${host}/ HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`

  test.each<[string, (host: string) => string]>([
    ['two lengths', (h) => lines(h, `Host: ${h}`, 'Content-Length: 4', 'Content-Length: 5') + 'abcde'],
    [
      'a length and an encoding',
      (h) => lines(h, `Host: ${h}`, 'Content-Length: 4', 'Transfer-Encoding: chunked') + '0\r\n\r\n',
    ],
    [
      'an encoding and a length',
      (h) => lines(h, `Host: ${h}`, 'Transfer-Encoding: chunked', 'Content-Length: 4') + '0\r\n\r\n',
    ],
    [
      'an encoding that is not chunked',
      (h) => lines(h, `Host: ${h}`, 'Transfer-Encoding: gzip, chunked') + '0\r\n\r\n',
    ],
    [
      'two encodings',
      (h) => lines(h, `Host: ${h}`, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + '0\r\n\r\n',
    ],
    ['a disguised encoding', (h) => lines(h, `Host: ${h}`, 'Transfer-Encoding: xchunked') + '0\r\n\r\n'],
    ['a blank before the colon', (h) => lines(h, `Host: ${h}`, 'Transfer-Encoding : chunked') + '0\r\n\r\n'],
    ['a folded header', (h) => lines(h, `Host: ${h}`, 'X: a', ' b: c')],
    ['a bare line feed', (h) => `GET http://${h}/ HTTP/1.1\nHost: ${h}\n\n`],
    ['a negative length', (h) => lines(h, `Host: ${h}`, 'Content-Length: -1')],
    ['a NUL byte in a header', (h) => lines(h, `Host: ${h}`, 'X: a\0b')],
    ['two hosts', (h) => lines(h, `Host: ${h}`, 'Host: evil.test')],
    ['another host', (h) => lines(h, 'Host: evil.test')],
    ['another port', (h) => lines(h, 'Host: local.test:1')],
    ['no host', (h) => lines(h)],
    ['a user name', (h) => lines(`evil.test@${h}`, `Host: ${h}`)],
    ['an escaped host', (h) => lines(h.replace('local', '%6cocal'), `Host: ${h}`)],
    ['a backslash', (h) => lines(`evil.test\\@${h}`, `Host: ${h}`)],
    ['a fragment', (h) => `GET http://${h}/a#b HTTP/1.1\r\nHost: ${h}\r\n\r\n`],
    ['origin form', (h) => `GET / HTTP/1.1\r\nHost: ${h}\r\n\r\n`],
    ['asterisk form', (h) => `OPTIONS * HTTP/1.1\r\nHost: ${h}\r\n\r\n`],
    ['another scheme', (h) => `GET https://${h}/ HTTP/1.1\r\nHost: ${h}\r\n\r\n`],
    ['a file', () => 'GET file:///etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a number as host', (h) => lines(h.replace('local.test', '2130706433'), `Host: ${h}`)],
    ['a hexadecimal host', (h) => lines(h.replace('local.test', '0x7f.1'), `Host: ${h}`)],
    ['no HTTP', () => 'hello there\r\n\r\n'],
    ['TLS to the proxy itself', () => '\u0016\u0003\u0001\u0000\u0005hello\r\n\r\n'],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('is refused: %s', async (_name, text) => {
    const { port, host, proxy } = await ground()
    const answer = await exchange(port, Buffer.from(text(host), 'latin1'))
    expect(status(answer)).toBe('HTTP/1.1 400 Bad Request')
    expect(answer).not.toContain('200 OK')
    // Node answers some of them by itself, before anybody is asked.
    expect(proxy.denials().filter(({ target }) => target !== null)).toEqual([])
  })

  test('a second request on a connection is not served, to whatever host', async () => {
    const { port, host } = await ground()
    const request = `GET http://${host}/1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const answer = await exchange(port, request, `GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n`, request)
    expect(answer.match(/200 OK/g)).toHaveLength(1)
    expect(answer).not.toContain('evil.test')
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  test('headers that are too large are refused', async () => {
    const { port, host } = await ground()
    const answer = await exchange(
      port,
      `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    )
    expect(status(answer)).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })
})

describe('CONNECT', () => {
  test('joins the client to what it asked for, both ways, each of which may end first', async () => {
    const upstream = await startServer((socket) => {
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString()))
      // It answers only after the client has said all.
      socket.on('end', () => socket.end(`got ${text}`))
    })
    const host = `local.test:${String(upstream)}`
    const { port } = await startProxy({ rules: [{ host, allowPrivate: true }] })
    const socket = await dial(port)
    socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\nearly `)
    expect(await readUntil(socket, '\r\n\r\n')).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
    socket.end('and late')
    expect(await readToEnd(socket)).toBe('got early and late')
  })

  test('lets a server speak first', async () => {
    const upstream = await startServer((socket) => socket.write('220 hello\r\n'))
    const host = `local.test:${String(upstream)}`
    const { port } = await startProxy({ rules: [{ host, allowPrivate: true }] })
    const socket = await dial(port)
    socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\n`)
    expect(await readUntil(socket, '220 hello\r\n')).toContain('220 hello')
  })

  test.each([
    ['evil.test:443', '403 Forbidden'],
    ['local.test:443', '403 Forbidden'],
    ['127.0.0.1:443', '403 Forbidden'],
    ['[::1]:443', '403 Forbidden'],
    ['local.test.evil.test:443', '403 Forbidden'],
    ['local.test', '400 Bad Request'],
    ['local.test:0', '400 Bad Request'],
    ['user@local.test:443', '400 Bad Request'],
    ['http://local.test:443', '400 Bad Request'],
    ['0x7f.1:443', '400 Bad Request'],
    ['2130706433:443', '400 Bad Request'],
    ['[::ffff:127.0.0.1]:443', '403 Forbidden'],
    ['[fe80::1%25lo]:443', '400 Bad Request'],
    ['local.test%00.evil.test:443', '400 Bad Request'],
  ])('to %s is refused', async (target, wanted) => {
    const { port } = await ground()
    const answer = await exchange(port, `CONNECT ${target} HTTP/1.1\r\n\r\n`)
    expect(status(answer)).toBe(`HTTP/1.1 ${wanted}`)
  })

  test('with a Host header that names another host is refused', async () => {
    const { port, host } = await ground()
    const answer = await exchange(port, `CONNECT ${host} HTTP/1.1\r\nHost: evil.test\r\n\r\n`)
    expect(status(answer)).toBe('HTTP/1.1 400 Bad Request')
  })

  test('resets the other side with the one that breaks, so that nothing looks complete', async () => {
    let seen: Socket | undefined
    const upstream = await startServer((socket) => {
      seen = socket
      socket.resume()
    })
    const host = `local.test:${String(upstream)}`
    const { port } = await startProxy({ rules: [{ host, allowPrivate: true }] })
    const socket = await dial(port)
    socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\n`)
    await readUntil(socket, '\r\n\r\n')
    socket.resetAndDestroy()
    await expect(once(seen!, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})
