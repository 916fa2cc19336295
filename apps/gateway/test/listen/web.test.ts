import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { HttpRoute } from '../../src/index.ts'
import { openRaw } from '../support/test-client.ts'
import { LOOPBACK, openTestGateway } from '../support/test-gateway.ts'

const ROUTES: Record<string, HttpRoute> = {
  '/echo': (_request, response, { address, origin }) => response.end(JSON.stringify({ address, origin })),
}

/** The status of an HTTP request, with these headers and no others. */
function status(port: number, headers: readonly string[], method = 'GET', path = '/echo'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', method, path, setHost: false, headers: [...headers] },
      (response) => {
        response.resume()
        resolve(response.statusCode!)
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** The first line that answers raw bytes. */
function firstLine(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('close', () => resolve(received.split('\r\n', 1)[0]!))
    socket.on('error', reject)
  })
}

const upgradeStatus = (url: string, options: object): Promise<unknown> =>
  openRaw(url, options).then(
    () => 101,
    (error: { status?: number }) => error.status,
  )

test('a page connects from an origin that is listed, and from no other (GW-01)', async () => {
  const { url, gateway } = await openTestGateway({ tcp: { ...LOOPBACK, origins: ['https://desk.example'] } })
  const own = `http://127.0.0.1:${gateway.port}`
  for (const origin of [own, 'https://desk.example', `http://localhost:${gateway.port}`]) {
    expect(await upgradeStatus(url, { origin }), origin).toBe(101)
  }
  for (const origin of [
    'null',
    'https://evil.example',
    'http://127.0.0.1',
    'https://desk.example.evil',
    'file://',
    ' ',
  ]) {
    expect(await upgradeStatus(url, { origin }), origin).toBe(403)
  }
  expect(await upgradeStatus(url, {}), 'a client that is no browser').toBe(101)
})

test('a POST from a foreign page is refused as an upgrade is, also where the browser leaves the origin out (GW-01)', async () => {
  const { gateway } = await openTestGateway({ routes: ROUTES })
  const host = ['Host', `127.0.0.1:${gateway.port}`]
  const port = gateway.port!
  expect(await status(port, [...host, 'Origin', 'null'], 'POST')).toBe(403)
  expect(await status(port, [...host, 'Origin', 'https://evil.example'], 'POST')).toBe(403)
  expect(await status(port, [...host, 'Sec-Fetch-Site', 'cross-site'], 'POST')).toBe(403)
  expect(await status(port, [...host, 'Sec-Fetch-Site', 'same-site'], 'POST')).toBe(403)
  expect(await status(port, [...host, 'Sec-Fetch-Site', 'cross-site'])).toBe(200)
  expect(await status(port, [...host, 'Origin', `http://127.0.0.1:${port}`], 'POST')).toBe(200)
})

test('only the canonical names of the gateway are answered (GW-02-b, GW-02-c)', async () => {
  const { gateway } = await openTestGateway({ routes: ROUTES, tcp: { ...LOOPBACK, hosts: ['gw.example'] } })
  const port = gateway.port!
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    `LOCALHOST:${port}`,
    `gw.example:${port}`,
  ]) {
    expect(await status(port, ['Host', host]), host).toBe(200)
  }
  const others = [
    `127.attacker.example:${port}`,
    `[::ffff:7f00:1]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `2130706433:${port}`,
    `0x7f.1:${port}`,
    `127.1:${port}`,
    `127.0.0.2:${port}`,
    `localhost.:${port}`,
    `localhost:${port + 1}`,
    'localhost',
    `0.0.0.0:${port}`,
    `gw.example.evil:${port}`,
    `user@127.0.0.1:${port}`,
  ]
  for (const host of others) expect(await status(port, ['Host', host]), host).toBe(421)
  expect(await status(port, ['Host', `evil.example`, 'Host', `localhost:${port}`])).not.toBe(200)
  expect(await status(port, ['Host', `localhost:${port}`, 'Host', `evil.example`])).not.toBe(200)
})

test('a target that is no path, and a request without a host, are refused (GW-02)', async () => {
  const { gateway } = await openTestGateway({ routes: ROUTES })
  const port = gateway.port!
  const end = 'Connection: close\r\n\r\n'
  expect(await firstLine(port, `GET http://evil.example/echo HTTP/1.1\r\nHost: localhost:${port}\r\n${end}`)).toContain(
    ' 400 ',
  )
  expect(await firstLine(port, `GET //evil.example/echo HTTP/1.1\r\nHost: localhost:${port}\r\n${end}`)).toContain(
    ' 400 ',
  )
  expect(await firstLine(port, `GET /echo HTTP/1.1\r\n${end}`)).toContain(' 400 ')
  expect(await firstLine(port, `GET /echo HTTP/1.0\r\n\r\n`)).toContain(' 421 ')
  expect(await firstLine(port, `GET /echo HTTP/1.1\r\nHost: localhost:${port}\r\nx\r\n\r\n`)).toContain(' 400 ')
})

test('a secret in the address is refused and stands in no log (GW-03-a)', async () => {
  const { url, log } = await openTestGateway()
  expect(await upgradeStatus(`${url}?token=SECRET-TOKEN`, {})).toBe(400)
  expect(await upgradeStatus(url.replace('/ws', '/SECRET-TOKEN'), {})).toBe(404)
  expect(log.join('\n')).not.toContain('SECRET')
})

test('what a browser could show is framed by nobody and sniffed by nobody (GW-06-b)', async () => {
  const { gateway } = await openTestGateway()
  const answered = await fetch(`http://127.0.0.1:${gateway.port}/nothing`)
  expect(answered.status).toBe(404)
  expect(answered.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answered.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answered.headers.get('referrer-policy')).toBe('no-referrer')
})

test('what X-Forwarded-For says counts from a named proxy alone, and only its last foreign address (GW-09)', async () => {
  const ask = async (port: number, forwarded: string) => {
    const answered = await fetch(`http://127.0.0.1:${port}/echo`, { headers: { 'x-forwarded-for': forwarded } })
    return ((await answered.json()) as { address: string }).address
  }
  const plain = await openTestGateway({ routes: ROUTES })
  expect(await ask(plain.gateway.port!, '203.0.113.7')).toBe('127.0.0.1')
  const trustedProxies = ['127.0.0.1', '10.0.0.0/8']
  const behind = await openTestGateway({ routes: ROUTES, tcp: { ...LOOPBACK, trustedProxies } })
  const { port } = behind.gateway
  expect(await ask(port!, '203.0.113.7')).toBe('203.0.113.7')
  expect(await ask(port!, '198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7')
  expect(await ask(port!, '198.51.100.1, "evil", 10.1.2.3')).toBe('127.0.0.1')
})

test('compression is never agreed on (GW-27-a)', async () => {
  const { url } = await openTestGateway()
  const { webSocket } = await openRaw(url, { perMessageDeflate: true })
  expect(webSocket.extensions).toBe('')
})
