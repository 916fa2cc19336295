import type { ErrorMessage, MessageId, ResponseMessage } from '../messages/message.ts'
import type { Platform } from './connection-options.ts'
import { RpcError } from './rpc-error.ts'

type Clock = Pick<Platform, 'setTimer' | 'clearTimer' | 'now'>

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: RpcError) => void
  /** Lets go of what would give it up. */
  readonly forget: (() => void) | undefined
  readonly timeoutMs: number
  /** When it has waited too long, by the clock. */
  deadline: number
}

/**
 * Requests that wait for their answer. Each is settled once, and what it holds on to is let go.
 *
 * One timer serves all: it is set for the first that can be late, left alone when that one is answered, and looks for
 * the next when it goes off. Most requests are answered long before, and cost no timer then.
 */
export class OutgoingRequests {
  readonly #waiting = new Map<MessageId, Waiting>()
  readonly #clock: Clock
  readonly #onTimeout: (id: MessageId) => void
  #timer: unknown
  #timerAt = Number.POSITIVE_INFINITY

  /** @param onTimeout called before a time-out is reported */
  constructor(clock: Clock, onTimeout: (id: MessageId) => void) {
    this.#clock = clock
    this.#onTimeout = onTimeout
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Waits for the answer to a request. */
  wait(
    id: MessageId,
    options: Pick<Waiting, 'resolve' | 'reject' | 'timeoutMs'> & { readonly forget?: () => void },
  ): void {
    const { resolve, reject, timeoutMs, forget } = options
    const deadline = this.#deadlineOf(timeoutMs)
    this.#waiting.set(id, { resolve, reject, forget, timeoutMs, deadline })
  }

  /** Begins the time-out of a request anew. */
  extend(id: MessageId): void {
    const waiting = this.#waiting.get(id)
    if (waiting) waiting.deadline = this.#deadlineOf(waiting.timeoutMs)
  }

  /** @returns false when no request waits for it: there was none, or it is answered already */
  settle(message: ResponseMessage | ErrorMessage): boolean {
    const waiting = message.id === null ? undefined : this.#take(message.id)
    if (!waiting) return false
    if ('error' in message) {
      const { error } = message
      waiting.reject(new RpcError('REMOTE', `${error.message} (${error.code})`, { remote: error }))
    } else waiting.resolve(message.result)
    return true
  }

  fail(id: MessageId, error: RpcError): void {
    this.#take(id)?.reject(error)
  }

  /** Nothing will be answered any more. */
  failAll(error: () => RpcError): void {
    this.#clock.clearTimer(this.#timer)
    this.#timerAt = Number.POSITIVE_INFINITY
    // A map may lose entries while it is gone through.
    for (const id of this.#waiting.keys()) this.fail(id, error())
  }

  #take(id: MessageId): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return undefined
    this.#waiting.delete(id)
    waiting.forget?.()
    return waiting
  }

  #deadlineOf(timeoutMs: number): number {
    if (!Number.isFinite(timeoutMs)) return Number.POSITIVE_INFINITY
    const now = this.#clock.now()
    const deadline = now + timeoutMs
    if (deadline < this.#timerAt) this.#setTimer(deadline, now)
    return deadline
  }

  #setTimer(at: number, now: number): void {
    this.#clock.clearTimer(this.#timer)
    this.#timerAt = at
    this.#timer = this.#clock.setTimer(() => this.#goOff(), Math.max(0, Math.ceil(at - now)))
  }

  #goOff(): void {
    this.#timerAt = Number.POSITIVE_INFINITY
    const now = this.#clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const [id, { deadline, timeoutMs }] of this.#waiting) {
      if (deadline <= now) {
        this.#onTimeout(id)
        this.fail(id, new RpcError('TIMEOUT', `No answer within ${Math.round(timeoutMs)} ms.`))
      } else if (deadline < next) next = deadline
    }
    if (this.#waiting.size > 0 && next < this.#timerAt) this.#setTimer(next, this.#clock.now())
  }
}
