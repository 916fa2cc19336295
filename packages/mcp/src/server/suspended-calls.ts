import { randomBytes } from 'node:crypto'
import { sortedJson } from '@poundlock/spec'
import type { Values } from './client-request.ts'
import type { ClientAnswer, ClientQuestion } from './served.ts'

/** How long a call waits for its client to come back with an answer. */
const PATIENCE_MS = 30 * 60_000
const MOST_SUSPENDED = 100

/** Where a call stands that its client follows. */
export type CallStand =
  | { readonly kind: 'done'; readonly result: Values }
  | { readonly kind: 'asks'; readonly question: ClientQuestion }

/**
 * A call that may ask its client something while no request of it is open: the request ends with the question, and the
 * next one, which brings the answer, goes on with the same call.
 */
export class SuspendableCall {
  readonly #abort = new AbortController()
  readonly #outcome: Promise<Values>
  #pending: { readonly question: ClientQuestion; readonly answer: (given: ClientAnswer) => void } | undefined
  #noticeQuestion: () => void = () => undefined

  constructor(start: (signal: AbortSignal, ask: SuspendableCall['ask']) => Promise<Values>) {
    this.#outcome = start(this.#abort.signal, this.ask)
    // The observer gets the error.
    this.#outcome.catch(() => undefined)
  }

  readonly ask = (question: ClientQuestion, signal: AbortSignal): Promise<ClientAnswer> => {
    const { promise, resolve } = Promise.withResolvers<ClientAnswer>()
    this.#pending = { question, answer: resolve }
    const takeBack = () => {
      this.#pending = undefined
      resolve({ kind: 'unanswered', message: 'it was taken back' })
    }
    if (signal.aborted) takeBack()
    else signal.addEventListener('abort', takeBack, { once: true })
    this.#noticeQuestion()
    return promise.finally(() => signal.removeEventListener('abort', takeBack))
  }

  get question(): ClientQuestion | null {
    return this.#pending?.question ?? null
  }

  answer(given: ClientAnswer): void {
    const questions = this.#pending
    this.#pending = undefined
    questions?.answer(given)
  }

  /** Follows it to its end, or to the next question. Giving up the request gives up the call. */
  async follow(signal: AbortSignal): Promise<CallStand> {
    const giveUp = () => this.#abort.abort()
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      const questions = new Promise<void>((resolve) => {
        this.#noticeQuestion = resolve
        if (this.#pending) resolve()
      })
      const done = this.#outcome.then((result) => ({ kind: 'done' as const, result }))
      const stand = await Promise.race([done, questions])
      if (stand) return stand
      const question = this.#pending?.question
      return question ? { kind: 'asks', question } : await done
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  giveUp(): void {
    this.#abort.abort()
  }
}

/**
 * Calls whose clients have to come back. The token of a call cannot be guessed, is valid once, and for the same call
 * only.
 */
export class SuspendedCalls {
  readonly #waiting = new Map<string, { call: SuspendableCall; of: string; timer: NodeJS.Timeout }>()

  get size(): number {
    return this.#waiting.size
  }

  /** @returns what the client must come back with */
  suspend(call: SuspendableCall, of: { readonly name: string; readonly input: unknown }): string {
    for (const [oldest, { call: forgotten }] of this.#waiting) {
      if (this.#waiting.size < MOST_SUSPENDED) break
      this.#forget(oldest)
      forgotten.giveUp()
    }
    const state = randomBytes(24).toString('base64url')
    const timer = setTimeout(() => {
      this.#forget(state)
      call.giveUp()
    }, PATIENCE_MS).unref()
    this.#waiting.set(state, { call, of: sortedJson(of), timer })
    return state
  }

  /** `null` for one that was not handed out, is over, was used, or belongs to another call. */
  resume(state: unknown, of: { readonly name: string; readonly input: unknown }): SuspendableCall | null {
    const found = typeof state === 'string' ? this.#waiting.get(state) : undefined
    if (!found || found.of !== sortedJson(of)) return null
    this.#forget(state as string)
    return found.call
  }

  close(): void {
    for (const { call, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      call.giveUp()
    }
    this.#waiting.clear()
  }

  #forget(state: string): void {
    clearTimeout(this.#waiting.get(state)?.timer)
    this.#waiting.delete(state)
  }
}
