import type { Binding } from '@poundlock/approvals'
import type { DecisionData } from '@poundlock/audit'
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy'
import type { SandboxStatus } from '@poundlock/sandbox'
import type { ExecInput, ToolSpec } from '@poundlock/spec'
import type { CheckedCall, LiveOptions } from '../create-runtime.ts'
import type { ApprovalRequest } from './approval.ts'
import type { CallOutcome, CallStatus } from './outcome.ts'

/** A call whose input fits its tool: what is to be decided, shown and run. */
export interface CallSubject {
  /** The tool, by whatever name it was called. */
  readonly spec: ToolSpec
  readonly input: unknown
  /** Absolute: where it works, and what must stay the same from the decision to the run. */
  readonly folders: readonly string[]
  /** As whoever is asked is shown it. */
  shown(): Pick<ApprovalRequest, 'command' | 'cwd' | 'environment'>
  /** Looks at everything that counts and decides. Nothing is run or recorded. */
  check(): Promise<DecidedCall>
}

/** A call that was decided. */
export interface DecidedCall {
  readonly decision: PolicyDecision
  /** What the policy was asked. */
  readonly request: PolicyRequest
  /** `null` where no sandbox is asked for. */
  readonly status: SandboxStatus | null
  /** True when the sandbox cannot be had and nothing may run without it. */
  readonly unavailable: boolean
  /** What the record of the decision says of this call besides the decision. */
  readonly facts: Pick<DecisionData, 'command' | 'cwd' | 'files' | 'urls'>
  /** For a command line: what was found out about it. It can be tried first. */
  readonly line?: CheckedCall
  /** For a command line: the call of `exec` that it comes to. */
  readonly command?: ExecInput
  /** Why it could not run although nothing speaks against it, looked up at this moment; `null` when it could. */
  problem?(): string | null
  /** What would run, looked up at this moment: two that are equal run the same. */
  identity(): string
  /** What an approval of it holds for, looked up at this moment, with what people are told when it changes. */
  binding(): Binding
  run(order: CallOrder): Promise<CallEnd>
}

/** What is known of a call that may go on. */
export interface CallOrder {
  /** What its records are found by. */
  readonly runId: string
  readonly callId: string
  /** For the record. */
  readonly approvedBy: string
  /** Whether somebody, or the fallback, answered what the rules asked about this call. */
  readonly approved: boolean
  readonly live: LiveOptions
}

/** How it went. */
export interface CallEnd extends Partial<CallOutcome> {
  readonly status: CallStatus
  readonly message: string
}
