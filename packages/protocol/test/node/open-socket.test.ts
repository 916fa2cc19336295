import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { ClientSocket } from '../../src/client/index.ts'
import { openSocket } from '../../src/node/index.ts'

const file = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const certificate = file('certificate.pem')
const fingerprint = new X509Certificate(certificate).fingerprint256

/** A server with a certificate of its own, and what it was asked for. */
async function serve() {
  const asked: string[] = []
  const server = createServer({ cert: certificate, key: file('key.pem') })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    asked.push(request.url ?? '')
    sockets.handleUpgrade(request, socket, head, (webSocket) => webSocket.send('hello'))
  })
  // A client that hangs up during the handshake.
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    for (const client of sockets.clients) client.terminate()
    server.close()
  })
  return { url: `wss://127.0.0.1:${(server.address() as AddressInfo).port}/ws`, asked }
}

function firstOf(socket: ClientSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.addEventListener('message', ({ data }) => resolve(String(data)))
    socket.addEventListener('error', () => resolve('refused'))
    onTestFinished(() => socket.close())
  })
}

test('the certificate that is pinned is trusted, no matter who signed it', async () => {
  const { url } = await serve()
  expect(await firstOf(openSocket(url, { fingerprint }))).toBe('hello')
  expect(await firstOf(openSocket(url, { fingerprint: fingerprint.replaceAll(':', '').toLowerCase() }))).toBe('hello')
})

test('its own authority is trusted', async () => {
  const { url } = await serve()
  expect(await firstOf(openSocket(url, { ca: certificate }))).toBe('hello')
})

test('to another certificate nothing is said', async () => {
  const { url, asked } = await serve()
  expect(await firstOf(openSocket(url, { fingerprint: 'a'.repeat(64) }))).toBe('refused')
  expect(await firstOf(openSocket(url))).toBe('refused')
  expect(asked).toEqual([])
})

test('what is no fingerprint is refused', () => {
  expect(() => openSocket('wss://127.0.0.1:1/ws', { fingerprint: 'abc' })).toThrow('64 hexadecimal digits')
  expect(() => openSocket('wss://127.0.0.1:1/ws', { fingerprint: '' })).toThrow('64 hexadecimal digits')
})
