import { ERROR_CODES } from '../errors/error-codes.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import type { EventData, EventName } from '../events/event-table.ts'
import type { EventFrame } from '../frames/frames.ts'
import type { METHODS, ParamsOf, ResultOf, SubscribingMethod } from '../methods/method-table.ts'
import type { StreamGap, StreamPosition } from '../methods/subscription.ts'
import { waitBefore } from './after-end.ts'
import type { Settle } from './requests.ts'

/** The events that the subscription of a method brings. */
export type EventsOf<Name extends SubscribingMethod> = Extract<(typeof METHODS)[Name]['events'][number], EventName>

/** One event of a subscription. */
export type SubscribedEvent<Name extends EventName = EventName> = {
  [Each in Name]: { readonly event: Each; readonly seq: number; readonly data: EventData<Each> }
}[Name]

/** What is called with the events of a subscription. */
export interface SubscriptionListener<Name extends SubscribingMethod> {
  /** In order, each once. */
  onEvent(event: SubscribedEvent<EventsOf<Name>>): void
  /**
   * It begins, or begins anew after a connection was lost: what the method answered. `resumed`: what came meanwhile
   * follows as events; else nothing is known of it, and what was built from events has to be built from this result.
   */
  onBegin?(result: ResultOf<Name>, how: { readonly resumed: boolean }): void
  /** Events that the gateway does not keep any more, and that nobody will be told. */
  onGap?(gap: StreamGap): void
  /** It could not be taken up again. Nothing comes after it. */
  onEnd?(error: unknown): void
}

/** A subscription goes on until it is ended, over as many connections as it takes. */
export interface Subscription {
  /** Where it stands: what `after` takes. */
  readonly position: StreamPosition | null
  /** Ends the subscription. */
  end(): void
}

/** How subscriptions reach the gateway. */
export interface SubscriptionRequests {
  request(method: SubscribingMethod | 'subscriptions.end', params: object, settle: Settle): void
}

type Answer = ResultOf<SubscribingMethod>

/** One subscription: where it stands in its stream, and which id it has on this connection. */
class Stream implements Subscription {
  readonly #method: SubscribingMethod
  readonly #params: object
  readonly #listener: SubscriptionListener<SubscribingMethod>
  readonly #settle: Settle
  readonly #owner: Subscriptions
  position: StreamPosition | null
  id: string | null = null
  /** Which attempt to begin counts. */
  #attempt = 0
  #attemptsWithoutEvent = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    owner: Subscriptions,
    method: SubscribingMethod,
    params: object & { readonly after?: StreamPosition },
    listener: SubscriptionListener<SubscribingMethod>,
    settle: Settle,
  ) {
    this.#owner = owner
    this.#method = method
    this.#params = params
    this.#listener = listener
    this.#settle = settle
    this.position = params.after ?? null
  }

  begin(): void {
    const attempt = ++this.#attempt
    const after = this.position
    this.id = null
    clearTimeout(this.#timer)
    this.#owner.requests.request(
      this.#method,
      { ...this.#params, ...(after && { after }) },
      {
        resolve: (result) => attempt === this.#attempt && this.#begun(result as Answer, after),
        reject: (error) => attempt === this.#attempt && this.#failed(error),
      },
    )
  }

  /** The connection is gone, and with it the id; what it was waiting for comes with the next one. */
  pause(): void {
    this.#attempt++
    this.id = null
    clearTimeout(this.#timer)
  }

  end(): void {
    if (this.id !== null) this.#owner.requests.request('subscriptions.end', { subscription: this.id }, IGNORE)
    this.pause()
    this.#owner.remove(this)
  }

  onEvent({ event, seq, data }: EventFrame): void {
    const last = this.position!
    if (event === 'subscription.gap' || (seq !== undefined && seq > last.seq + 1)) return this.#fill()
    if (seq === undefined || seq <= last.seq) return
    this.position = { epoch: last.epoch, seq }
    this.#attemptsWithoutEvent = 0
    this.#owner.tell(() => this.#listener.onEvent({ event, seq, data } as never))
  }

  /** What was left out is asked for again, from the last event on: it comes in order, before what is newer. */
  #fill(): void {
    const { id } = this
    this.pause()
    if (id !== null) this.#owner.requests.request('subscriptions.end', { subscription: id }, IGNORE)
    this.#again(this.#attemptsWithoutEvent++ === 0 ? 0 : waitBefore(this.#attemptsWithoutEvent, 1, {}))
  }

  #again(afterMs: number): void {
    this.#timer = setTimeout(() => this.begin(), afterMs)
  }

  #begun(result: Answer, after: StreamPosition | null): void {
    const resumed = after !== null && after.epoch === result.epoch
    const gap = resumed ? result.gap : undefined
    this.id = result.subscription
    this.position = { epoch: result.epoch, seq: resumed ? Math.max(after.seq, gap?.to ?? 0) : result.head }
    this.#owner.tell(() => this.#listener.onBegin?.(result, { resumed }))
    if (gap) this.#owner.tell(() => this.#listener.onGap?.(gap))
    this.#settle.resolve(this)
  }

  #failed(error: unknown): void {
    if (error instanceof GatewayError && ERROR_CODES[error.code].retryable) {
      this.#again(error.retryAfterMs ?? waitBefore(++this.#attemptsWithoutEvent, 1, {}))
      return
    }
    this.fail(error)
  }

  fail(error: unknown): void {
    this.pause()
    this.#owner.remove(this)
    this.#owner.tell(() => this.#listener.onEnd?.(error))
    this.#settle.reject(error)
  }
}

const IGNORE: Settle = { resolve: () => undefined, reject: () => undefined }

/** The subscriptions of a client, and how they are taken up on each new connection. */
export class Subscriptions {
  readonly requests: SubscriptionRequests
  readonly tell: (call: () => void) => void
  readonly #streams = new Set<Stream>()
  #isConnected = false

  /** @param tell calls a listener, whose errors are its own affair */
  constructor(requests: SubscriptionRequests, tell: (call: () => void) => void) {
    this.requests = requests
    this.tell = tell
  }

  add<Name extends SubscribingMethod>(
    method: Name,
    params: ParamsOf<Name>,
    listener: SubscriptionListener<Name>,
    settle: Settle,
  ): Subscription {
    const stream = new Stream(this, method, params, listener, settle)
    this.#streams.add(stream)
    if (this.#isConnected) stream.begin()
    return stream
  }

  attach(): void {
    this.#isConnected = true
    for (const stream of this.#streams) stream.begin()
  }

  detach(): void {
    this.#isConnected = false
    for (const stream of this.#streams) stream.pause()
  }

  /** The client is over. */
  endAll(error: unknown): void {
    for (const stream of this.#streams) stream.fail(error)
  }

  /** @returns whether it is one that counts */
  onEvent(frame: EventFrame): boolean {
    for (const stream of this.#streams) {
      if (stream.id !== frame.subscription) continue
      stream.onEvent(frame)
      return true
    }
    return false
  }

  remove(stream: Stream): void {
    this.#streams.delete(stream)
  }
}
