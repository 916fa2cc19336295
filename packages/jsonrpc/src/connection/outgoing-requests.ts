import type { ErrorMessage, MessageId, ResponseMessage } from '../messages/message.ts'
import type { Platform } from './connection-options.ts'
import { RpcError } from './rpc-error.ts'

type Timers = Pick<Platform, 'setTimer' | 'clearTimer'>

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: RpcError) => void
  timer: unknown
  readonly restart: () => unknown
  readonly forget: () => void
}

/** Requests that wait for their answer. Each is settled once, and what it holds on to is let go. */
export class OutgoingRequests {
  readonly #waiting = new Map<MessageId, Waiting>()
  readonly #timers: Timers

  constructor(timers: Timers) {
    this.#timers = timers
  }

  get size(): number {
    return this.#waiting.size
  }

  /**
   * Waits for the answer to a request.
   *
   * @param onTimeout called before the time-out is reported
   */
  wait(
    id: MessageId,
    options: {
      readonly timeoutMs: number
      readonly onTimeout: () => void
      readonly forget: () => void
    },
  ): Promise<unknown> {
    const { timeoutMs, onTimeout, forget } = options
    return new Promise((resolve, reject) => {
      const restart = () =>
        Number.isFinite(timeoutMs)
          ? this.#timers.setTimer(() => {
              onTimeout()
              this.fail(id, new RpcError('TIMEOUT', `No answer within ${timeoutMs} ms.`))
            }, timeoutMs)
          : undefined
      this.#waiting.set(id, { resolve, reject, restart, timer: restart(), forget })
    })
  }

  /** Begins the time-out of a request anew. */
  extend(id: MessageId): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#timers.clearTimer(waiting.timer)
    waiting.timer = waiting.restart()
  }

  /** @returns false when nothing waits for it: it was never asked, or is answered already */
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

  failAll(error: () => RpcError): void {
    // A map may lose entries while it is gone through.
    for (const id of this.#waiting.keys()) this.fail(id, error())
  }

  #take(id: MessageId): Waiting | undefined {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return undefined
    this.#waiting.delete(id)
    this.#timers.clearTimer(waiting.timer)
    waiting.forget()
    return waiting
  }
}
