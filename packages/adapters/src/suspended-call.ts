import type { AskForApproval, CallOptions, CallOutcome } from '@poundlock/runtime'
import type { GuardDecision } from './guard-decision.ts'

type AskAnswer = Awaited<ReturnType<AskForApproval>>

/**
 * One call of the runtime that stops where it is decided: at the question to a person, or right before it runs. It goes
 * on when the framework runs the tool. The answer of a person reaches the runtime only then, so that what was approved
 * is compared with what runs at the last moment.
 */
export class SuspendedCall {
  readonly decision: Promise<GuardDecision>
  readonly outcome: Promise<CallOutcome>
  readonly #answered = Promise.withResolvers<AskAnswer>()
  readonly #started = Promise.withResolvers<void>()
  readonly #abort = new AbortController()
  readonly #expiry: NodeJS.Timeout
  #given: AskAnswer = { answer: 'cancelled', message: 'denied: it needs an approval, and no person has approved it' }

  /** @param call starts the call */
  constructor(call: (options: CallOptions) => Promise<CallOutcome>, expiresAfterMs: number) {
    const decided = Promise.withResolvers<GuardDecision>()
    this.decision = decided.promise
    // A call that is cancelled before it asks for its start has no listener yet.
    this.#started.promise.catch(() => undefined)
    this.outcome = call({
      abortSignal: this.#abort.signal,
      ask: (request) => {
        decided.resolve({ decision: 'ask', request })
        return this.#answered.promise
      },
      beforeRun: () => {
        decided.resolve({ decision: 'allow' })
        return this.#started.promise
      },
    })
    void this.outcome.then(({ message }) => {
      clearTimeout(this.#expiry)
      decided.resolve({ decision: 'deny', message })
    })
    this.#expiry = setTimeout(() => this.cancel(), expiresAfterMs).unref()
  }

  /** Notes an answer. A refusal ends the call at once. */
  answer(given: AskAnswer): void {
    this.#given = given
    if (given.answer === 'deny') this.#answered.resolve(given)
  }

  /** Lets the call go on with the answer that it has. */
  run(abortSignal?: AbortSignal): Promise<CallOutcome> {
    clearTimeout(this.#expiry)
    const abort = () => this.#abort.abort(abortSignal?.reason)
    if (abortSignal?.aborted === true) abort()
    abortSignal?.addEventListener('abort', abort, { once: true })
    void this.outcome.then(() => abortSignal?.removeEventListener('abort', abort))
    this.#answered.resolve(this.#given)
    this.#started.resolve()
    return this.outcome
  }

  /** Ends the call; nothing of it runs. */
  cancel(): void {
    clearTimeout(this.#expiry)
    this.#abort.abort()
    this.#answered.resolve({ answer: 'cancelled', message: 'denied: the call was given up before it was approved' })
    this.#started.reject(new Error('The call was given up before it ran.'))
  }
}
