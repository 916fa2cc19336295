import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createEgressProxy, type EgressProxy, type EgressProxyOptions } from '../src/index.ts'

/** The names of the tests: all others do not exist. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  'local.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'sub.local.test': ['127.0.0.1'],
}

export async function resolve(name: string): Promise<readonly string[]> {
  const found = NAMES[name]
  if (found) return found
  throw new Error(`getaddrinfo ENOTFOUND ${name}`)
}

export interface ProxyGround {
  readonly port: number
  readonly proxy: EgressProxy
}

/** A proxy that listens on this machine; in a sandbox its socket is inside. */
export async function startProxy(options: EgressProxyOptions): Promise<ProxyGround> {
  const proxy = createEgressProxy({ resolve, ...options })
  const server = createServer()
  proxy.serve(server)
  const port = await listen(server)
  onTestFinished(() => proxy.close())
  return { port, proxy }
}

/** A server of the test's own. */
export async function startServer(serve: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    serve(socket)
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  return port
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Answers every request with what it was asked, and closes. */
export function echoRequest(socket: Socket): void {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (!text.includes('\r\n\r\n')) return
    const body = text
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Length: ${String(Buffer.byteLength(body, 'latin1'))}\r\n\r\n${body}`,
      'latin1',
    )
  })
}

export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends bytes, and reads until the other side closes. */
export async function exchange(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = await dial(port)
  for (const part of parts) socket.write(part)
  return readToEnd(socket)
}

export async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  if (!socket.readableEnded && !socket.destroyed) await either(socket, 'end', 'close')
  socket.destroy()
  return text
}

/** Reads until so much is there, or the other side closes. */
export async function readUntil(socket: Socket, end: string): Promise<string> {
  let text = ''
  for (;;) {
    const chunk = socket.read() as Buffer | null
    if (chunk !== null) text += chunk.toString('latin1')
    if (text.includes(end) || socket.destroyed || socket.readableEnded) return text
    if (chunk === null) await either(socket, 'readable', 'end', 'close')
  }
}

/** A reset is an end as well. */
async function either(socket: Socket, ...events: readonly string[]): Promise<void> {
  await Promise.race(events.map((event) => once(socket, event))).catch(() => socket.destroy())
}
