import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { count, type ConnectionHost, type Peer } from '../connection/connection-host.ts'
import { GatewayConnection } from '../connection/gateway-connection.ts'
import type { Admission } from './admission.ts'
import { networkOf } from './failure-limits.ts'
import { requestRefusal, type RequestRules } from './request-check.ts'
import { clientAddress, plainAddress, type TrustedProxies } from './trusted-proxies.ts'

/** Where WebSockets are opened. */
export const WEBSOCKET_PATH = '/ws'

/** One listener, as far as who comes through it is concerned. */
export interface DoorRules extends RequestRules {
  readonly transport: 'unix' | 'tcp'
  /** TLS of the gateway's own. */
  readonly isSecure: boolean
  /** Nobody but a named proxy may come, and only with what came to it by TLS. */
  readonly needsProxy: boolean
  readonly proxies: TrustedProxies
}

/** Who sent an HTTP request that was let in. */
export interface HttpPeer extends Peer {
  /** To be called when the request has proven who sent it: its socket does not have to hurry any more. */
  readonly authenticated: () => void
  /** Milliseconds for which the sender is locked out of this kind of attempt. The local socket locks nobody out. */
  readonly lockedFor: (kind: string) => number
  /** Counts an attempt that failed. @returns whether the sender is locked out by it */
  readonly failed: (kind: string) => boolean
}

/** Answers HTTP requests of one path. */
export type HttpRoute = (request: IncomingMessage, response: ServerResponse, peer: HttpPeer) => void

interface Refusal {
  readonly status: number
  readonly reason: string
  readonly message: string
}

/**
 * Every connection comes through here: the number of strangers, the host name, the origin and the way they came are
 * looked at before anything is done for them.
 */
export class Door {
  readonly #host: ConnectionHost
  readonly #admission: Admission
  readonly #routes: Readonly<Record<string, HttpRoute>>
  readonly #webSockets: WebSocketServer
  readonly #waiting = new Map<Duplex, GatewayConnection>()
  readonly #sockets = new Set<Socket>()
  /** Under TLS the socket of a request is another one than the one that was admitted. */
  readonly #secured = new Map<string, Socket>()

  constructor(host: ConnectionHost, admission: Admission, routes: Readonly<Record<string, HttpRoute>>) {
    this.#host = host
    this.#admission = admission
    this.#routes = routes
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // A few bytes could become gigabytes, and short frames wait for each other.
      perMessageDeflate: false,
      maxPayload: host.bounds.framesAfter.maxBytes,
      // Looked at when a frame is read, with an answer that says so.
      skipUTF8Validation: true,
      handleProtocols: () => false,
    })
  }

  /** Looks after a server from now on. */
  attach(server: Server, rules: DoorRules): void {
    server.on('connection', (socket: Socket) => this.#admit(socket, rules))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response, rules))
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(request, socket as Socket, head, rules),
    )
    server.on('clientError', (_error: Error, socket: Duplex) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      else socket.destroy()
    })
  }

  /** Closes those that have proven nothing in time. To be called from time to time. */
  sweep(): void {
    for (const socket of this.#admission.overdue()) {
      const connection = this.#waiting.get(socket)
      if (connection === undefined) socket.destroy()
      else connection.timeOut()
      this.#admission.giveUp(socket)
    }
  }

  /** The socket of a request has proven whose it is. */
  authenticated(socket: Socket): void {
    const admitted = this.#admittedOf(socket)
    this.#waiting.delete(admitted)
    this.#admission.authenticated(admitted)
  }

  /** Ends every socket. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #admit(socket: Socket, rules: DoorRules): void {
    socket.on('error', () => undefined)
    const address = plainAddress(socket.remoteAddress ?? '')
    const isLocal = rules.transport === 'unix'
    const network = isLocal || rules.proxies.has(address) ? null : networkOf(address)
    const admitted = this.#admission.admit(socket, { network, isLocal })
    if (admitted !== 'admitted') {
      count(this.#host.counters.refused, admitted)
      socket.destroy()
      return
    }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (!rules.isSecure) return
    const key = endOf(socket)
    this.#secured.set(key, socket)
    socket.once('close', () => this.#secured.delete(key))
  }

  #admittedOf(socket: Socket): Socket {
    return 'encrypted' in socket ? (this.#secured.get(endOf(socket)) ?? socket) : socket
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer, rules: DoorRules): void {
    socket.on('error', () => undefined)
    const refusal = this.#refusal(request, rules) ?? webSocketRefusal(request)
    if (refusal !== null) {
      this.#note(refusal, request, rules)
      socket.end(refusalText(refusal), () => socket.destroy())
      return
    }
    const peer = this.#peerOf(request, rules)
    // The answer and the challenge leave together.
    socket.cork()
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const admitted = this.#admittedOf(socket)
      this.#waiting.set(admitted, new GatewayConnection(this.#host, webSocket, socket, peer))
      admitted.once('close', () => this.#waiting.delete(admitted))
    })
    socket.uncork()
  }

  #answer(request: IncomingMessage, response: ServerResponse, rules: DoorRules): void {
    const refusal = this.#refusal(request, rules)
    const path = (request.url ?? '').split('?', 1)[0]!
    const route = this.#routeOf(path)
    if (refusal !== null || route === undefined) {
      const { status, message } = refusal ?? { status: 404, message: 'there is nothing here' }
      if (refusal !== null) this.#note(refusal, request, rules)
      response.writeHead(status, {
        ...SECURITY_HEADERS,
        'content-type': 'text/plain; charset=utf-8',
        connection: 'close',
      })
      response.end(`${message}\n`)
      return
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
    route(request, response, this.#httpPeerOf(request, rules))
  }

  /** A route whose path ends with an asterisk answers every name in that folder. */
  #routeOf(path: string): HttpRoute | undefined {
    const names = [path, `${path.slice(0, path.lastIndexOf('/') + 1)}*`]
    const found = names.find((name) => Object.hasOwn(this.#routes, name))
    return found === undefined ? undefined : this.#routes[found]
  }

  #httpPeerOf(request: IncomingMessage, rules: DoorRules): HttpPeer {
    const peer = this.#peerOf(request, rules)
    const { address, origin } = peer
    // Who reaches the local socket is this user, who must not be locked out of their own gateway.
    const failures = rules.transport === 'unix' ? null : this.#host.failures
    return {
      ...peer,
      authenticated: () => this.authenticated(request.socket),
      lockedFor: (kind) => failures?.lockedFor({ address, origin, kind }) ?? 0,
      failed: (kind) => failures?.fail({ address, origin, kind }) === true,
    }
  }

  #refusal(request: IncomingMessage, rules: DoorRules): Refusal | null {
    if (rules.needsProxy) {
      const { isForwarded, isSecure } = this.#clientOf(request, rules)
      if (!isForwarded || !isSecure) {
        const message = 'only what a named proxy received by TLS comes in here; see gateway.trustedProxies'
        return { status: 403, reason: 'insecure', message }
      }
    }
    return requestRefusal(request, rules)
  }

  #peerOf(request: IncomingMessage, rules: DoorRules): Peer {
    const address = rules.transport === 'unix' ? 'unix' : this.#clientOf(request, rules).address
    return { transport: rules.transport, address, origin: request.headers.origin ?? null }
  }

  #clientOf(request: IncomingMessage, { isSecure, proxies }: DoorRules) {
    return clientAddress(
      { address: request.socket.remoteAddress ?? '', isSecure },
      {
        forwardedFor: headerText(request, 'x-forwarded-for'),
        forwardedProto: headerText(request, 'x-forwarded-proto'),
      },
      proxies,
    )
  }

  /** What was asked for is not written down: it could hold a secret. */
  #note({ reason, status }: Refusal, request: IncomingMessage, rules: DoorRules): void {
    count(this.#host.counters.refused, reason)
    this.#host.log('request-refused', { reason, status, address: this.#peerOf(request, rules).address })
  }
}

/** For answers that a browser could be made to show. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

function webSocketRefusal({ url = '', headers }: IncomingMessage): Refusal | null {
  if (headers.upgrade?.toLowerCase() !== 'websocket')
    return { status: 400, reason: 'upgrade', message: 'expected an upgrade to websocket' }
  if (url.includes('?')) return { status: 400, reason: 'query', message: 'the address takes no parameters' }
  return url === WEBSOCKET_PATH ? null : { status: 404, reason: 'path', message: `WebSockets are at ${WEBSOCKET_PATH}` }
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
}

const refusalText = ({ status, message }: Refusal): string =>
  `HTTP/1.1 ${status} ${STATUS_TEXT[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
  `Content-Length: ${Buffer.byteLength(message) + 1}\r\n\r\n${message}\n`

const headerText = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return value === undefined ? null : String(value)
}

const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
