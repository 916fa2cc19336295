import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

const PART = 64 * 1024

/** MiB a second that a WebSocket between two ends on loopback takes, in parts as nodes send them. */
export async function bareSocketRate(bytes: number): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(server, 'listening')
  const { promise, resolve } = Promise.withResolvers<void>()
  let taken = 0
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { text } = JSON.parse(data.toString()) as { readonly text: string }
      taken += text.length
      if (taken >= bytes) resolve()
    })
  })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { perMessageDeflate: false })
  await once(client, 'open')
  const text = `${'x'.repeat(99)}\n`.repeat(PART / 100)
  const begin = performance.now()
  for (let sent = 0; sent < bytes; sent += text.length) {
    await new Promise((done) => client.send(JSON.stringify({ stream: 'stdout', text }), done))
  }
  await promise
  const seconds = (performance.now() - begin) / 1000
  client.terminate()
  server.close()
  return bytes / 1024 / 1024 / seconds
}
