import type { PolicyDecision } from '@poundlock/policy'
import type { TryEffect } from '../try/try-request.ts'

/** What somebody is asked to approve. It is shown as it will run. */
export interface ApprovalRequest {
  readonly callId: string
  readonly tool: string
  readonly command: string
  readonly cwd: string
  /** Variables that the call sets. */
  readonly environment: Readonly<Record<string, string>>
  readonly agent: string
  readonly session: string
  readonly decision: PolicyDecision
  /** What it did when it was tried, contained and without a network: approving means that this comes true. */
  readonly effect?: TryEffect
  /** What an "always" would cover, a line each; empty where nothing of the call can be granted for good. */
  readonly always: readonly string[]
}

export interface ApprovalAnswer {
  /** `allow-always` only where the request says what that covers; elsewhere it is taken for `allow-once`. */
  readonly answer: 'allow-once' | 'allow-always' | 'deny'
  /** Who answered, for the record: for example `terminal:root`. */
  readonly by: string
}

/** Asks somebody. Absent where nobody can be asked. */
export type AskForApproval = (request: ApprovalRequest) => Promise<ApprovalAnswer>
