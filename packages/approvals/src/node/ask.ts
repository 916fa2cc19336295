import type { Binding } from '../binding/binding.ts'
import type { GrantReach } from '../grants/grant-reach.ts'

/** What somebody answered. */
export interface CallAnswer {
  /** `allow-always` only where the request says what that covers; elsewhere it is taken for `allow-once`. */
  readonly answer: 'allow-once' | 'allow-always' | 'deny'
  /** How far an `allow-always` reaches; absent for no limit. */
  readonly limits?: GrantReach
  /** Who answered, for the record: for example `terminal:root`. */
  readonly by: string
  /** What they said with it. */
  readonly reason?: string
  /** Under which it was asked, where it has one. */
  readonly requestId?: string
  /**
   * Right before the start: uses the answer up.
   *
   * @param now what would run
   * @returns why it may not, a sentence each; empty where it may
   */
  readonly use?: (now: Binding) => readonly string[]
}

/** Why there is no answer. What is not answered does not run. */
export interface NoAnswer {
  /**
   * `unreachable`: nobody could be asked, so that the fallback holds at once; `timed-out`: it was shown, and nobody
   * answered in time; `limited`: the session asks too much; `cancelled`: it was taken back; `queued`: it
   * is kept, and the same call, made again, gets the answer that was given until then.
   */
  readonly answer: 'unreachable' | 'timed-out' | 'limited' | 'cancelled' | 'queued'
  /** For the person and the model. */
  readonly message: string
  /** Id of the request that was written down; absent where none was. */
  readonly requestId?: string
}

/**
 * Asks a person about a call.
 *
 * @param options.signal aborts when the call is given up: then nobody needs to answer any more
 */
export type Ask<Call> = (call: Call, options?: { readonly signal?: AbortSignal }) => Promise<CallAnswer | NoAnswer>

/** Whether a call got an answer, not only the reason why there is none. */
export const isAnswer = (given: CallAnswer | NoAnswer): given is CallAnswer => 'by' in given
