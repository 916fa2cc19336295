import type { Binding } from '@poundlock/approvals'
import type { DecisionData } from '@poundlock/audit'
import type { PlannedLine } from '@poundlock/plan'
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy'
import type { SandboxStatus } from '@poundlock/sandbox'
import type { ToolSpec } from '@poundlock/spec'
import type { ExecRequest } from '../exec/exec-request.ts'
import type { CallToApprove } from './approval.ts'
import type { CallOptions } from './call-options.ts'
import type { CallOutcome, CallStatus } from './outcome.ts'

/** A call with a valid input: it can be decided, shown and run. */
export interface PreparedCall {
  /** The tool, by whatever name it was called. */
  readonly spec: ToolSpec
  readonly input: unknown
  /** Absolute: where it works, and what must stay the same from the decision to the run. */
  readonly folders: readonly string[]
  /** The call as the approver sees it. */
  describe(): Pick<CallToApprove, 'command' | 'cwd' | 'environment'>
  /** Looks at everything that counts and decides. Nothing is run or recorded. */
  decide(): Promise<DecidedCall>
}

/** A call that was decided. */
export interface DecidedCall {
  readonly decision: PolicyDecision
  /** The request that the policy decided. */
  readonly request: PolicyRequest
  /** `null` where no sandbox is asked for. */
  readonly status: SandboxStatus | null
  /** True when the sandbox cannot be had and nothing may run without it. */
  readonly unavailable: boolean
  /** The fields of the decision record that describe the call. */
  readonly facts: Pick<DecisionData, 'command' | 'cwd' | 'files' | 'urls'>
  /** For a command: the line that was read. It can be tried first. */
  readonly command?: { readonly request: ExecRequest; readonly line: PlannedLine }
  /** Why it could not run although nothing speaks against it, looked up at this moment; `null` when it could. */
  problem?(): string | null
  /** Identifies what would run now: calls with the same identity run the same. */
  identity(): string
  /** What an approval of it holds for, looked up at this moment, with what people read when it changes. */
  binding(): Binding
  /** Asks before the start about the hosts that a command names. @returns why it may not start; `null` where it may */
  askContacts?(order: CallOrder): Promise<string | null>
  run(order: CallOrder): Promise<CallEnd>
}

/** The order to run a call that was allowed. */
export interface CallOrder {
  /** The id of the run in the records. */
  readonly runId: string
  /** Of the call that was decided. */
  readonly callId: string
  /** For the record. */
  readonly approvedBy: string
  /** Whether a person, or the fallback, answered what the rules asked about this call. */
  readonly approved: boolean
  /** Where a person did. */
  readonly approvedByPerson?: true
  /** Nothing may start before this has settled, or at all where it rejects; the start is recorded meanwhile. */
  readonly noted?: Promise<unknown>
  /** What the caller gave: end, updates, limits. */
  readonly options: CallOptions
}

/** How it went. */
export interface CallEnd extends Partial<CallOutcome> {
  readonly status: CallStatus
  readonly message: string
}
