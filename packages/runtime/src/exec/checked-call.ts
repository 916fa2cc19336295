import type { Binding } from '@poundlock/approvals'
import type { PlannedLine } from '@poundlock/plan'
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy'
import type { SandboxStatus } from '@poundlock/sandbox'

/** The result of a check: everything up to the approval, and nothing runs. */
export interface CheckedCall {
  /** What the rules say, with the reasons. */
  readonly decision: PolicyDecision
  /** The line as it was read and planned. */
  readonly line: PlannedLine
  /** `null` where no sandbox is asked for. */
  readonly status: SandboxStatus | null
  /** True when the sandbox cannot be had and nothing may run without it. */
  readonly unavailable: boolean
  /** What the policy was asked. */
  readonly request: PolicyRequest
  /** What an approval of it would hold for, looked up at this moment. */
  binding(): Binding
}
