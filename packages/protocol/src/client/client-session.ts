import { GatewayError } from '../errors/gateway-error.ts'
import type { EventData, EventName } from '../events/event-table.ts'
import type { EventFrame, Frame, RequestFrame } from '../frames/frames.ts'
import type { Hello } from '../handshake/handshake.ts'
import { METHOD_FACTS } from '../methods/method-facts.ts'
import type { MethodName, ParamsOf, ResultOf, SubscribingMethod } from '../methods/method-table.ts'
import { afterEnd, afterFailure, type AfterEnd } from './after-end.ts'
import { ClientError } from './client-error.ts'
import type { ConnectOptions } from './client-options.ts'
import type { OpenSocket } from './client-socket.ts'
import { establish, type Established } from './establish.ts'
import type { ClientState, GatewayClient, GatewayRequestOptions } from './gateway-client.ts'
import type { Standing } from './handshake.ts'
import type { LinkEnd } from './link.ts'
import { ReconnectWait } from './reconnect-wait.ts'
import { Requests, unknownOutcome, type Settle } from './requests.ts'
import { ServedRequests } from './served-requests.ts'
import { Subscriptions, type Subscription, type SubscriptionListener } from './subscriptions.ts'
import { watchSilence } from './watch-silence.ts'

type Listener = (data: never) => void

/** A client: one loop that connects, and what goes on over its connections. */
export class GatewayClientSession implements GatewayClient {
  state: ClientState = 'connecting'
  hello: Hello | null = null
  readonly closed: Promise<ClientError | null>
  readonly #options: ConnectOptions
  readonly #open: OpenSocket
  readonly #requests: Requests
  readonly #subscriptions: Subscriptions
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #stateListeners = new Set<(state: ClientState) => void>()
  readonly #stop = new AbortController()
  readonly #closed = Promise.withResolvers<ClientError | null>()
  #standing: Standing
  #nextId = 1
  /** When the connection stood; `null` before. */
  #readyAt: number | null = null
  /** The gateway said when to come back. */
  #leastMs = 0

  constructor(options: ConnectOptions) {
    const { url, credential, gatewayId = null, limits = {}, signal } = options
    this.#options = options
    this.#open = typeof url === 'string' ? () => new WebSocket(url) : url
    this.#standing = { credential, gatewayId }
    this.#requests = new Requests(limits)
    const request = (method: MethodName, params: object, settle: Settle) =>
      void this.#requests.add(this.#frame(method, params), METHOD_FACTS[method], settle, { ofConnection: true })
    this.#subscriptions = new Subscriptions({ request }, (call) => this.#tell(call))
    this.closed = this.#closed.promise
    if (signal?.aborted) this.close()
    signal?.addEventListener('abort', () => this.close(), { once: true, signal: this.#stop.signal })
  }

  /** Connects, and connects anew, until it is closed or refused. */
  async run(): Promise<void> {
    const { reconnect = {} } = this.#options
    const wait = new ReconnectWait(reconnect === false ? {} : reconnect, performance.now())
    while (!this.#stop.signal.aborted) {
      this.#setState('connecting')
      this.#readyAt = null
      // oxlint-disable-next-line no-await-in-loop -- one connection after the other
      const next = await this.#connection()
      if (this.#stop.signal.aborted) break
      if (next.kind === 'stop') return this.#finish(next.error)
      if (reconnect === false) return this.#finish(endedOnce(next.cause))
      const now = performance.now()
      const ended = { isAbsent: next.isAbsent === true, stoodMs: now - (this.#readyAt ?? now) }
      const waitMs = Math.max(next.leastMs, this.#leastMs) + wait.after(ended, now, randomPart())
      this.#leastMs = 0
      this.#setState('waiting')
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await pause(waitMs, this.#stop.signal)
    }
    this.#finish(null)
  }

  ready(): Promise<Hello> {
    if (this.state === 'ready' && this.hello) return Promise.resolve(this.hello)
    const { promise, resolve, reject } = Promise.withResolvers<Hello>()
    const stop = this.onState((state) => {
      if (state === 'ready') resolve(this.hello!)
    })
    void this.closed.then((error) => reject(error ?? closedHere()))
    return promise.finally(stop)
  }

  request<Name extends MethodName>(
    method: Name,
    params: ParamsOf<Name>,
    options: GatewayRequestOptions = {},
  ): Promise<ResultOf<Name>> {
    const { signal, timeoutMs } = options
    if (signal?.aborted) return Promise.reject(signal.reason)
    const frame = this.#frame(method, params, options)
    const { promise, resolve, reject } = Promise.withResolvers<ResultOf<Name>>()
    const giveUp = this.#requests.add(frame, METHOD_FACTS[method], { resolve: resolve, reject })
    const abort = () => {
      giveUp(() => signal?.reason)
      if (method === 'tools.call') this.#cancel(frame)
    }
    const timeOut = () =>
      giveUp((hasBeenSent) => {
        if (hasBeenSent && METHOD_FACTS[method].access === 'write') return unknownOutcome(frame)
        return new ClientError(`${method}: no answer within ${timeoutMs} milliseconds.`, { code: 'TIMED_OUT' })
      })
    signal?.addEventListener('abort', abort, { once: true })
    const timer = timeoutMs === undefined ? undefined : setTimeout(timeOut, timeoutMs)
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  subscribe<Name extends SubscribingMethod>(
    method: Name,
    params: ParamsOf<Name>,
    listener: SubscriptionListener<Name>,
  ): Promise<Subscription> {
    const { promise, resolve, reject } = Promise.withResolvers<Subscription>()
    if (this.state === 'closed') return Promise.reject(closedHere())
    this.#subscriptions.add(method, params, listener, { resolve: resolve, reject })
    return promise
  }

  on<Name extends EventName>(event: Name, listener: (data: EventData<Name>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners)
    // Each use of a listener is one of its own.
    const own: Listener = (data) => listener(data)
    listeners.add(own)
    return () => void listeners.delete(own)
  }

  onState(listener: (state: ClientState) => void): () => void {
    const own = (state: ClientState) => listener(state)
    this.#stateListeners.add(own)
    return () => void this.#stateListeners.delete(own)
  }

  close(): void {
    this.#stop.abort()
  }

  /** One connection from its first frame to its end, and what is to be done then. */
  async #connection(): Promise<AfterEnd> {
    const { connectTimeoutMs = 10_000 } = this.#options
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(connectTimeoutMs)])
    let established: Established
    try {
      established = await establish(this.#open, this.#options, this.#standing, signal)
      await this.#keep(established.hello)
    } catch (error) {
      this.#problem(error)
      if (error instanceof GatewayError && error.code === 'PAIRING_PENDING') {
        this.#tell(() => this.#options.onPairing?.(error.details))
      }
      return afterFailure(error)
    }
    const next = afterEnd(await this.#serve(established))
    if (!this.#stop.signal.aborted) this.#problem(next.kind === 'stop' ? next.error : next.cause)
    return next
  }

  /** What the next connection is made with. A token counts only once it is kept. */
  async #keep({ gateway, token }: Hello): Promise<void> {
    if (token !== undefined) await this.#options.onToken?.(token, { id: gateway.id, name: gateway.name })
    const credential = token === undefined ? this.#standing.credential : { kind: 'token' as const, token }
    this.#standing = { credential, gatewayId: gateway.id }
  }

  async #serve({ hello, link, listen }: Established): Promise<LinkEnd> {
    const { promise: ended, resolve } = Promise.withResolvers<LinkEnd>()
    const silence = watchSilence(hello.limits.pingIntervalMs, {
      ask: () =>
        this.#requests.add(this.#frame('gateway.health', {}), METHOD_FACTS['gateway.health'], IGNORE, {
          ofConnection: true,
        }),
      giveUp: () => link.close(4431, 'nothing came'),
    })
    const stop = () => link.close(1000, 'closed by the client')
    this.#stop.signal.addEventListener('abort', stop, { once: true })
    this.hello = hello
    const served = new ServedRequests(this.#options.serve, (text) => link.send(text))
    this.#requests.attach(link, hello.limits)
    this.#subscriptions.attach()
    this.#readyAt = performance.now()
    this.#setState('ready')
    listen({
      onFrame: (frame) => {
        silence.received()
        this.#take(frame, served)
      },
      onEnd: resolve,
    })
    if (this.#stop.signal.aborted) stop()
    const end = await ended
    silence.end()
    served.end()
    this.#stop.signal.removeEventListener('abort', stop)
    this.#subscriptions.detach()
    this.#requests.detach()
    return end
  }

  #take(frame: Frame, served: ServedRequests): void {
    switch (frame.type) {
      case 'response':
        // One that nobody waits for was given up, or is about a frame that could not be read.
        if (!this.#requests.settle(frame) && !frame.ok) this.#problem(frame.error)
        break
      case 'event':
        this.#event(frame)
        break
      case 'request':
        served.take(frame)
        break
    }
  }

  #event(frame: EventFrame): void {
    if (frame.subscription !== undefined) {
      this.#subscriptions.onEvent(frame)
      return
    }
    if (frame.event === 'gateway.draining') {
      const { retryAfterMs } = frame.data as Partial<EventData<'gateway.draining'>>
      if (typeof retryAfterMs === 'number') this.#leastMs = Math.min(Math.max(retryAfterMs, 0), 60_000)
    }
    for (const listener of this.#listeners.get(frame.event) ?? []) this.#tell(() => listener(frame.data as never))
  }

  #frame(
    method: MethodName,
    params: object,
    { idempotencyKey, traceparent }: GatewayRequestOptions = {},
  ): RequestFrame {
    const takesKey = METHOD_FACTS[method].idempotency !== 'none'
    const key = idempotencyKey ?? (takesKey ? crypto.randomUUID() : undefined)
    return {
      type: 'request',
      id: String(this.#nextId++),
      method,
      params,
      ...(key !== undefined && { idempotencyKey: key }),
      ...(traceparent !== undefined && { traceparent }),
    }
  }

  #cancel({ idempotencyKey: key }: RequestFrame): void {
    if (key === undefined) return
    this.#requests.add(this.#frame('tools.cancel', { call: { key } }), METHOD_FACTS['tools.cancel'], IGNORE)
  }

  #finish(error: ClientError | null): void {
    this.#stop.abort()
    const why = error ?? closedHere()
    this.#setState('closed')
    this.#subscriptions.endAll(why)
    this.#requests.end(why)
    this.#closed.resolve(error)
  }

  #setState(state: ClientState): void {
    if (this.state === state && state !== 'ready') return
    this.state = state
    for (const listener of this.#stateListeners) this.#tell(() => listener(state))
  }

  #problem(error: unknown): void {
    try {
      this.#options.onProblem?.(error)
    } catch {
      // The connection goes on.
    }
  }

  #tell(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#problem(error)
    }
  }
}

const IGNORE: Settle = { resolve: () => undefined, reject: () => undefined }

/** The end of a client that connects once. */
const endedOnce = (cause: unknown) =>
  cause instanceof ClientError
    ? cause
    : new ClientError('The connection could not be made.', { code: 'GATEWAY_CLOSED', cause })

const closedHere = () => new ClientError('The client was closed.', { code: 'GATEWAY_CLOSED' })

/** From 0 up to 1. */
const randomPart = () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
