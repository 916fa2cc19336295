import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  CLOSE_CODES,
  decodeFrame,
  encodeFrame,
  errorBody,
  GatewayError,
  PROTOCOL_VERSIONS,
  type Challenge,
  type CloseReason,
  type Frame,
  type MethodsOf,
  type ParamsOf,
  type RequestFrame,
  type ResponseFrame,
  type ResultOf,
  type Role,
  type Scope,
} from '@poundlock/protocol'
import type { WebSocket } from 'ws'
import type { Caller, EventPlace } from '../dispatch/caller.ts'
import { newId } from '../identity/secrets.ts'
import { answerConnect, ConnectRefused, type Accepted } from './answer-connect.ts'
import { count, scopeSet, type ConnectionHost, type Peer } from './connection-host.ts'
import type { OpenConnection } from './connections.ts'
import type { Beating } from './heartbeat.ts'
import { NodeRequests, type NodeRequestOptions } from './node-requests.ts'
import { ConnectionSubscriptions } from './subscriptions.ts'
import { TokenBucket } from './token-bucket.ts'

/** How long a client has to read why it is closed; what waits to be read is given up then. */
const CLOSING_MS = 2000
/** The same where it must not go on for that long, or reads nothing anyway. */
const CUT_MS = 50
const CUT_REASONS: ReadonlySet<CloseReason> = new Set(['revoked', 'superseded', 'slow-reader', 'silent', 'too-large'])

/** Bytes of frames that wait for each other at most. */
const MOST_TOGETHER = 64 * 1024

const NOTHING: ReadonlySet<Scope> = new Set()

/**
 * One WebSocket: challenge, `connect`, then requests. What it is told to send is bounded by what its client reads, and
 * what it is sent by the limits of the moment.
 */
export class GatewayConnection implements Beating, Caller, OpenConnection {
  readonly connectionId = newId()
  readonly peer: Peer
  readonly connectedAt: number
  lastSignAt: number
  deviceId = ''
  role: Role = 'agent'
  agent?: string
  scopes = NOTHING

  readonly #host: ConnectionHost
  readonly #webSocket: WebSocket
  readonly #socket: Socket
  #state: 'waiting' | 'open' | 'closed' = 'waiting'
  #nonce: string | null = randomBytes(32).toString('base64url')
  #bytesBefore = 0
  /** Requests that are being answered. */
  readonly #requests = new Set<string>()
  #bucket: TokenBucket | undefined
  #ending: AbortController | undefined
  #subscriptions: ConnectionSubscriptions | undefined
  #nodeRequests: NodeRequests | undefined

  constructor(host: ConnectionHost, webSocket: WebSocket, socket: Socket, peer: Peer) {
    this.#host = host
    this.#webSocket = webSocket
    this.#socket = socket
    this.peer = peer
    this.connectedAt = host.identity.clock.now()
    this.lastSignAt = host.heartbeat.tick
    webSocket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary))
    webSocket.on('pong', () => this.#noteSignOfLife())
    webSocket.on('ping', () => this.#pinged())
    // A broken frame, or a cut line: `close` follows.
    webSocket.on('error', () => undefined)
    webSocket.on('close', () => this.#closed())
    socket.on('data', this.#countBefore)
    this.#challenge()
  }

  get caller(): Caller {
    return this
  }

  get address(): string {
    return this.peer.address
  }

  get proof(): Caller['proof'] {
    return this.peer.transport === 'unix' ? 'local-socket' : 'device-key'
  }

  get deviceName(): string {
    return this.#host.identity.devices.get(this.deviceId)?.name ?? ''
  }

  get unreadBytes(): number {
    return this.#webSocket.bufferedAmount
  }

  /** Made when somebody asks for it: most connections wait for nothing. */
  get signal(): AbortSignal {
    this.#ending ??= new AbortController()
    if (this.#state === 'closed') this.#ending.abort()
    return this.#ending.signal
  }

  send(event: string, data: object, place?: EventPlace): boolean {
    return this.#state === 'open' && this.#write({ type: 'event', event, ...place, data })
  }

  request<Name extends MethodsOf<'node'>>(
    method: Name,
    params: ParamsOf<Name>,
    options?: NodeRequestOptions,
  ): Promise<ResultOf<Name>> {
    if (this.role !== 'node') throw new TypeError('only nodes serve methods')
    this.#nodeRequests ??= new NodeRequests((frame) => this.#state === 'open' && this.#write(frame))
    if (this.#state !== 'open') this.#nodeRequests.end()
    return this.#nodeRequests.request(method, params, options)
  }

  subscribe(stop: () => void): string {
    this.#subscriptions ??= new ConnectionSubscriptions(this.#host.bounds.maxSubscriptions)
    return this.#subscriptions.add(stop)
  }

  unsubscribe(subscription: string): boolean {
    return this.#subscriptions?.end(subscription) ?? false
  }

  /** Ends it at once, also where the client reads nothing. */
  close(reason: CloseReason): void {
    if (this.#state === 'closed') return
    count(this.#host.counters.closed, reason)
    const { code } = CLOSE_CODES[reason]
    const wasOpen = this.#state === 'open'
    this.#state = 'closed'
    this.#webSocket.close(code, reason)
    setTimeout(() => this.#webSocket.terminate(), CUT_REASONS.has(reason) ? CUT_MS : CLOSING_MS).unref()
    if (wasOpen) this.#left()
  }

  ping(): void {
    if (this.#state === 'open') this.#webSocket.ping()
  }

  giveUp(): void {
    this.close('silent')
  }

  /** No `connect` came in time. */
  timeOut(): void {
    if (this.#state === 'waiting') {
      this.#refuse(
        null,
        new GatewayError('No connect came in time.', { code: 'HANDSHAKE_TIMEOUT' }),
        'handshake-timeout',
      )
    }
  }

  #challenge(): void {
    const { identity, gatewayName } = this.#host
    const data: Challenge = {
      nonce: this.#nonce!,
      gateway: { id: identity.gateway.id, name: gatewayName },
      protocol: PROTOCOL_VERSIONS,
      time: identity.clock.now(),
    }
    this.#write({ type: 'event', event: 'connect.challenge', data })
  }

  /** Bounds what is buffered for a client that has proven nothing, also of a frame that never ends. */
  readonly #countBefore = (chunk: Buffer): void => {
    const { maxBytes } = this.#host.bounds.framesBefore
    this.#bytesBefore += chunk.length
    // The header of a frame has 14 bytes at most; of several frames together only the first counts for anything.
    if (this.#state !== 'waiting' || this.#bytesBefore <= maxBytes + 14) return
    const expected = `at most ${maxBytes} bytes before connect was accepted`
    this.#refuse(
      null,
      new GatewayError(`The frame is too large: expected ${expected}.`, { code: 'FRAME_TOO_LARGE', expected }),
      'too-large',
    )
    this.#webSocket.pause()
  }

  #noteSignOfLife(): void {
    this.lastSignAt = this.#host.heartbeat.tick
  }

  /** An answer was sent, which a client that reads nothing lets pile up. */
  #pinged(): void {
    this.#noteSignOfLife()
    if (this.#webSocket.bufferedAmount > this.#host.bounds.maxUnreadBytes) this.close('slow-reader')
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#state === 'closed') return
    this.#noteSignOfLife()
    const { framesBefore, framesAfter } = this.#host.bounds
    if (isBinary) return this.#refuse(null, badFrame('The frame is binary.', 'text'), 'binary')
    if (!isUtf8(data)) return this.#refuse(null, badFrame('The frame is not UTF-8.', 'UTF-8'), 'broken-text')
    let frame: Frame
    try {
      frame = decodeFrame(data, this.#state === 'open' ? framesAfter : framesBefore)
    } catch (error) {
      if (!(error instanceof GatewayError)) return this.#fault(error)
      return this.#refuse(null, error, error.code === 'FRAME_TOO_LARGE' ? 'too-large' : 'bad-frame')
    }
    try {
      if (this.#state === 'open') this.#take(frame)
      else this.#connect(frame)
    } catch (error) {
      this.#fault(error)
    }
  }

  #connect(frame: Frame): void {
    if (frame.type !== 'request' || frame.method !== 'connect') {
      const error = new GatewayError('The first frame has to be the request connect.', { code: 'NOT_CONNECTED' })
      return this.#refuse(frame.type === 'request' ? frame.id : null, error, 'order')
    }
    const nonce = this.#nonce
    this.#nonce = null
    // Sent while another gateway is asked about the first one.
    if (nonce === null) return this.#refuse(frame.id, alreadyConnected(), 'order')
    try {
      const accepted = answerConnect(this.#host, this.peer, { id: this.connectionId, nonce }, frame)
      if (accepted instanceof Promise) this.#acceptLater(frame, accepted)
      else this.#accept(frame, accepted)
    } catch (error) {
      this.#notAccepted(frame, error)
    }
  }

  #acceptLater(frame: RequestFrame, accepted: Promise<Accepted>): void {
    const settle = (step: () => void) => {
      try {
        if (this.#state === 'waiting') step()
      } catch (error) {
        this.#fault(error)
      }
    }
    void accepted.then(
      (later) => settle(() => this.#accept(frame, later)),
      (error: unknown) => settle(() => this.#notAccepted(frame, error)),
    )
  }

  #notAccepted(frame: RequestFrame, error: unknown): void {
    if (!(error instanceof ConnectRefused)) throw error
    this.#refuse(frame.id, error.error, error.reason)
  }

  #accept(frame: RequestFrame, { hello, by }: Accepted): void {
    const { device } = by
    this.deviceId = device.id
    this.role = device.role
    if (device.agent !== undefined) this.agent = device.agent
    this.scopes = scopeSet(by.scopes)
    this.#state = 'open'
    this.#socket.off('data', this.#countBefore)
    const { registry, heartbeat, counters, log } = this.#host
    this.#host.authenticated(this.#socket)
    if (by.wasPaired) registry.closeDevice(device.id, 'going-away')
    const superseded = registry.add(this)
    heartbeat.add(this)
    count(counters.accepted, device.role)
    log('connected', {
      connection: this.connectionId,
      device: device.id,
      role: device.role,
      address: this.address,
      ...(superseded > 0 && { superseded }),
    })
    this.#write({ type: 'response', id: frame.id, ok: true, result: hello })
    this.#host.connectionOpened(device)
  }

  #take(frame: Frame): void {
    // A node may answer what nobody waits for any more.
    if (frame.type === 'response' && this.role === 'node') return void this.#nodeRequests?.settle(frame)
    if (frame.type !== 'request') {
      const error = badFrame('The gateway waits for no answer and no event of this connection.', '"request"', '/type')
      return this.#refuse(null, error, 'bad-frame')
    }
    if (frame.method === 'connect') {
      return this.#refuse(frame.id, alreadyConnected(), 'order')
    }
    const busy = this.#overLimit(frame)
    if (busy !== null) {
      this.#write({ type: 'response', id: frame.id, ok: false, error: errorBody(busy) })
      return
    }
    const answer = this.#host.dispatch(frame, this)
    if (!(answer instanceof Promise)) return this.#answer(answer)
    this.#requests.add(frame.id)
    void answer.then((response) => {
      this.#requests.delete(frame.id)
      if (this.#state === 'open') this.#answer(response)
    })
  }

  #overLimit({ id }: RequestFrame): GatewayError | null {
    const { maxRequestsAtOnce, requestsPerSecond } = this.#host.bounds
    if (this.#requests.has(id))
      return new GatewayError('A request with this id is being answered.', { code: 'DUPLICATE_REQUEST' })
    if (this.#requests.size >= maxRequestsAtOnce) {
      return new GatewayError(`${maxRequestsAtOnce} requests are being answered.`, { code: 'BUSY', retryAfterMs: 100 })
    }
    const at = this.#host.identity.clock.monotonic()
    this.#bucket ??= new TokenBucket(requestsPerSecond, at)
    const retryAfterMs = this.#bucket.take(at)
    return retryAfterMs > 0
      ? new GatewayError('Too many requests in a second.', { code: 'RATE_LIMITED', retryAfterMs })
      : null
  }

  /** Answers with an error, after which nothing is read any more. */
  #refuse(id: string | null, error: GatewayError, reason: CloseReason): void {
    this.#write({ type: 'response', id, ok: false, error: errorBody(error) })
    this.close(reason)
  }

  #fault(error: unknown): void {
    const incident = newId()
    this.#host.log('fault', {
      connection: this.connectionId,
      incident,
      error: error instanceof Error ? error.stack : String(error),
    })
    this.#refuse(
      null,
      new GatewayError('A fault of the gateway; its log has it.', { code: 'INTERNAL', details: { incident } }),
      'internal',
    )
  }

  /** @returns false when the client reads too slowly, and was closed */
  #write(frame: Frame): boolean {
    if (this.#webSocket.bufferedAmount > this.#host.bounds.maxUnreadBytes) {
      this.close('slow-reader')
      return false
    }
    // What is said in one turn leaves together.
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork()
      process.nextTick(uncork, this.#socket)
    }
    this.#webSocket.send(encodeFrame(frame))
    if (this.#socket.writableLength > MOST_TOGETHER) this.#socket.uncork()
    return true
  }

  /** As `#write`; an answer that cannot be written as JSON is a fault, of which the client is told. */
  #answer(response: ResponseFrame): void {
    try {
      this.#write(response)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      this.#write({ type: 'response', id: response.id, ok: false, error: errorBody(error) })
    }
  }

  #closed(): void {
    const wasOpen = this.#state === 'open'
    this.#state = 'closed'
    if (wasOpen) this.#left()
  }

  #left(): void {
    const { registry, heartbeat, connectionClosed, log } = this.#host
    registry.remove(this)
    heartbeat.remove(this)
    this.#ending?.abort()
    this.#subscriptions?.endAll()
    this.#nodeRequests?.end()
    log('disconnected', { connection: this.connectionId, device: this.deviceId })
    connectionClosed(this)
  }
}

const uncork = (socket: Socket): void => socket.uncork()

const alreadyConnected = () =>
  new GatewayError('The connection had its connect already.', { code: 'ALREADY_CONNECTED' })

const badFrame = (message: string, expected: string, path = '') =>
  new GatewayError(message, { code: 'BAD_FRAME', path, expected })
