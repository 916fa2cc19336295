import { PoundlockError } from '@poundlock/spec'
import { busClosed } from '../contract/bus-error.ts'
import type { BusHandler, BusRequestOptions, BusServeOptions, BusService } from '../contract/bus.ts'
import { encodeName, type Name } from '../contract/name.ts'
import type { RequestOutcome } from '../contract/request-outcome.ts'
import { decodeValue, encodeValue } from '../contract/value.ts'

interface Served {
  readonly handler: BusHandler
  readonly maxConcurrent: number
  running: number
}

/** Requests and those who answer them, in this process. */
export class EmbeddedServices {
  readonly #maxValueBytes: number
  readonly #served = new Map<string, Served[]>()
  readonly #stopped = Promise.withResolvers<RequestOutcome>()
  #closed = false

  constructor(maxValueBytes: number) {
    this.#maxValueBytes = maxValueBytes
  }

  async request(name: Name, payload: unknown, { timeoutMs = 10_000 }: BusRequestOptions): Promise<RequestOutcome> {
    const key = serviceKey(name)
    // Both sides read JSON, as they would over a network: no object is shared.
    const text = encodeValue(payload, this.#maxValueBytes)
    if (this.#closed) throw busClosed()
    const served = this.#next(key)
    if (served === undefined) return { status: 'no-responder', mayHaveRun: false }
    if (served.running >= served.maxConcurrent) return { status: 'busy', mayHaveRun: false }
    const { promise, resolve } = Promise.withResolvers<RequestOutcome>()
    const timer = setTimeout(() => resolve({ status: 'unknown', mayHaveRun: true }), timeoutMs)
    try {
      return await Promise.race([this.#handle(served, text), promise, this.#stopped.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  serve(name: Name, handler: BusHandler, { maxConcurrent = 1000 }: BusServeOptions): BusService {
    const key = serviceKey(name)
    if (this.#closed) throw busClosed()
    const served: Served = { handler, maxConcurrent, running: 0 }
    this.#served.set(key, [...(this.#served.get(key) ?? []), served])
    return {
      close: async () => {
        const others = (this.#served.get(key) ?? []).filter((one) => one !== served)
        if (others.length > 0) this.#served.set(key, others)
        else this.#served.delete(key)
      },
    }
  }

  close(): void {
    this.#closed = true
    this.#served.clear()
    this.#stopped.resolve({ status: 'lost', mayHaveRun: true })
  }

  /** They take turns. */
  #next(key: string): Served | undefined {
    const [first, ...others] = this.#served.get(key) ?? []
    if (first !== undefined && others.length > 0) this.#served.set(key, [...others, first])
    return first
  }

  async #handle(served: Served, text: string): Promise<RequestOutcome> {
    served.running += 1
    try {
      return await answerRequest(served.handler, decodeValue(text).value, this.#maxValueBytes)
    } finally {
      served.running -= 1
    }
  }
}

/** Runs a handler; whatever it does is an outcome. */
export async function answerRequest(
  handler: BusHandler,
  payload: unknown,
  maxValueBytes: number,
): Promise<Extract<RequestOutcome, { status: 'answered' | 'failed' }>> {
  try {
    const answer = (await handler(payload)) ?? null
    return { status: 'answered', mayHaveRun: true, value: decodeValue(encodeValue(answer, maxValueBytes)).value }
  } catch (error) {
    // What an unknown error says may hold secrets of this side.
    const { code, message } = PoundlockError.isInstance(error)
      ? error
      : { code: 'HANDLER_FAILED', message: 'The handler failed.' }
    return { status: 'failed', mayHaveRun: true, code, message }
  }
}

const serviceKey = (name: Name) => `${name[0]}/${encodeName(name)}`
