import type { Binding, GrantReach } from '@poundlock/approvals'
import type { PolicyDecision } from '@poundlock/policy'
import type { TryEffect } from '../try/try-request.ts'

/** What somebody is asked to approve. It is shown as it will run. */
export interface ApprovalRequest {
  readonly callId: string
  readonly tool: string
  /** What the tool was given, validated. */
  readonly input: unknown
  /** The command line; for other tools their name and input as text. */
  readonly command: string
  readonly cwd: string
  /** Variables that the call sets. */
  readonly environment: Readonly<Record<string, string>>
  readonly agent: string
  readonly session: string
  readonly decision: PolicyDecision
  /** Exactly what would run, and where: what an answer holds for. */
  readonly binding: Binding
  /** What it did when it was tried, contained and without a network: approving means that this comes true. */
  readonly effect?: TryEffect
  /** What an "always" would cover, a line each; empty where nothing of the call can be granted for good. */
  readonly always: readonly string[]
}

/** What somebody answered. */
export interface ApprovalAnswer {
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
   * answered in time; `limited`: the session asks too much; `cancelled`: it was taken back.
   */
  readonly answer: 'unreachable' | 'timed-out' | 'limited' | 'cancelled'
  /** For the person and the model. */
  readonly message: string
  readonly requestId?: string
}

/**
 * Asks somebody. Absent where nobody can be asked.
 *
 * @param options.signal aborts when the call is given up: then nobody needs to answer any more
 */
export type AskForApproval = (
  request: ApprovalRequest,
  options?: { readonly signal?: AbortSignal },
) => Promise<ApprovalAnswer | NoAnswer>

export const isAnswer = (given: ApprovalAnswer | NoAnswer): given is ApprovalAnswer => 'by' in given
