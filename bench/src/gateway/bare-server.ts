/**
 * What the gateway is measured beside: `ws` on `node:http` and nothing else. Echoes what it is sent, to each client or, at
 * `/all`, to all. At `/verify` it sends a nonce, verifies an Ed25519 signature of it and answers with one of its own.
 */
import { createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

const server = createServer()
const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
const { privateKey } = generateKeyPairSync('ed25519')

server.on('upgrade', (request, socket, head) => {
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    if (request.url === '/verify') verifyOne(webSocket)
    else webSocket.on('message', (data) => webSocket.send(data, { binary: false }))
  })
})

function verifyOne(webSocket: WebSocket): void {
  const nonce = randomBytes(32)
  webSocket.on('message', (data: Buffer) => {
    const { x, signature } = JSON.parse(data.toString()) as { readonly x: string; readonly signature: string }
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
    const ok = verify(null, nonce, key, Buffer.from(signature, 'base64url'))
    webSocket.send(JSON.stringify({ ok, signature: sign(null, nonce, privateKey).toString('base64url') }))
  })
  webSocket.send(JSON.stringify({ nonce: nonce.toString('base64url') }))
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
