import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../../src/index.ts'
import { plainServed } from './plain-served.ts'

const TOKEN = 'a-token-of-the-tests'
const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

interface Raw {
  readonly line?: string
  readonly headers: (port: number) => readonly string[]
}

/** Sends bytes as they are: no client library would send these. */
async function statusOf({
  line = 'POST /mcp HTTP/1.1',
  headers,
}: Raw): Promise<{ status: number; calls: readonly unknown[] }> {
  const { served, calls } = plainServed()
  const serving = await serveHttp(served, {
    address: '127.0.0.1',
    port: 0,
    token: TOKEN,
    hosts: ['127.0.0.1', 'localhost', '[::1]'],
    origins: ['https://allowed.example'],
  })
  onTestFinished(() => serving.close())
  const port = Number(new URL(serving.url).port)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write([line, ...headers(port), `Content-Length: ${Buffer.byteLength(BODY)}`, '', BODY].join('\r\n'))
  let answer = ''
  for await (const chunk of socket) {
    answer += String(chunk)
    if (answer.includes('\r\n\r\n')) break
  }
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), calls }
}

const PLAIN = [
  'Host: localhost',
  `Authorization: Bearer ${TOKEN}`,
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  'Mcp-Session-Id: made-up',
]
const without = (name: string) => PLAIN.filter((header) => !header.startsWith(`${name}:`))

describe('a request that says two things is answered with 400', () => {
  test.each<[string, Raw]>([
    ['two hosts of ours', { headers: () => ['Host: localhost', ...PLAIN] }],
    ['our host, then theirs', { headers: () => [...PLAIN, 'Host: evil.example'] }],
    ['their host, then ours', { headers: () => ['Host: evil.example', ...PLAIN] }],
    ['two hosts that differ in their port', { headers: () => [...PLAIN, 'Host: localhost:1'] }],
    ['two hosts, spelt in two ways', { headers: () => [...PLAIN, 'hOST: LOCALHOST'] }],
    ['an empty second host', { headers: () => [...PLAIN, 'Host:'] }],
    ['two tokens, the first one ours', { headers: () => [...PLAIN, 'Authorization: Bearer other'] }],
    ['two tokens, the second one ours', { headers: () => ['Authorization: Bearer other', ...PLAIN] }],
    ['the same token twice', { headers: () => [...PLAIN, `Authorization: Bearer ${TOKEN}`] }],
    ['two origins that are allowed', { headers: () => [...PLAIN, ...twice('Origin: https://allowed.example')] }],
    ['two types', { headers: () => [...PLAIN, 'Content-Type: text/plain'] }],
    ['two sessions', { headers: () => [...PLAIN, 'Mcp-Session-Id: another'] }],
    ['two revisions', { headers: () => [...PLAIN, ...twice('Mcp-Protocol-Version: 2025-11-25')] }],
    ['two methods of the protocol', { headers: () => [...PLAIN, ...twice('Mcp-Method: ping')] }],
    ['two names', { headers: () => [...PLAIN, ...twice('Mcp-Name: echo')] }],
    ['two events to go on from', { headers: () => [...PLAIN, ...twice('Last-Event-ID: 1')] }],
    ['an address of elsewhere, and our host', { line: 'POST http://evil.example/mcp HTTP/1.1', headers: () => PLAIN }],
    ['a whole address of ours', { line: 'POST http://localhost/mcp HTTP/1.1', headers: () => PLAIN }],
    ['a host in the path', { line: 'POST //evil.example/mcp HTTP/1.1', headers: () => PLAIN }],
    ['a host behind a backslash', { line: 'POST /\\evil.example/mcp HTTP/1.1', headers: () => PLAIN }],
    ['no host', { headers: () => without('Host') }],
  ])('%s', async (_what, raw) => {
    const { status, calls } = await statusOf(raw)
    expect(status).toBe(400)
    expect(calls).toEqual([])
  })

  test('and one that says each once is looked at', async () => {
    expect((await statusOf({ headers: () => PLAIN })).status).toBe(404)
    expect((await statusOf({ line: 'POST /mcp?x=1 HTTP/1.1', headers: () => PLAIN })).status).toBe(404)
  })
})

describe('pages of the server itself do not exist, so that none may call', () => {
  test.each<[string, (port: number) => string]>([
    ['under its address', (port) => `http://127.0.0.1:${port}`],
    ['under its name', (port) => `http://localhost:${port}`],
    ['under its address of IPv6', (port) => `http://[::1]:${port}`],
    ['encrypted', (port) => `https://localhost:${port}`],
    ['without a port', () => 'http://localhost'],
    ['in capitals', (port) => `HTTP://LOCALHOST:${port}`],
  ])('%s', async (_what, origin) => {
    const host = (port: number) => `Host: ${new URL(origin(port)).host}`
    const { status } = await statusOf({
      headers: (port) => [host(port), ...without('Host'), `Origin: ${origin(port)}`],
    })
    expect(status).toBe(403)
  })
})

const twice = (header: string) => [header, header]
