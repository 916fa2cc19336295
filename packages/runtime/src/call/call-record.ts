import type { AuditApproval } from '@poundlock/audit'
import type { PolicyDecision } from '@poundlock/policy'
import type { ToolCall } from '@poundlock/spec'
import type { HookReason } from '../hooks/hook-list.ts'
import type { LoopFinding } from '../loops/loop-detector.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import type { AskForApproval } from './approval.ts'
import type { CallContext } from './call-context.ts'
import type { CallOptions } from './call-options.ts'
import { decisionData } from './describe-call.ts'
import type { CallObserver } from './observe-call.ts'
import type { CallOutcome, CallStatus } from './outcome.ts'
import type { DecidedCall, PreparedCall } from './prepared-call.ts'
import { asPoundlockError } from './unexpected.ts'

/** The record of a call when it arrives. Each step returns it with what the step adds. */
export interface ArrivedCall {
  readonly call: ToolCall
  readonly context: CallContext
  readonly options: CallOptions
  /** `null` where no person can be asked. */
  readonly ask: AskForApproval | null
  /** The outcome, as far as it is known. */
  readonly outcome: CallOutcome
}

/** Identifies a repeated call: the tool, and its input before hooks changed it. */
export interface CallIdentity {
  readonly tool: string
  readonly input: unknown
}

/** A call of a tool that is there, with an input that fits it. */
export interface UnderstoodCall extends ArrivedCall {
  readonly prepared: PreparedCall
  readonly identity: CallIdentity
  /** Set where the same call was made often. */
  readonly loop: LoopFinding | null
}

/** A call that the policy decided. */
export interface EvaluatedCall extends UnderstoodCall {
  readonly decided: DecidedCall
  /** Whether the folders are still those that were decided about. */
  readonly isSameFolders: () => boolean
}

/** A call that its hooks have answered. */
export interface HookedCall extends EvaluatedCall {
  readonly hooks: {
    readonly denied: HookReason | null
    readonly asks: readonly HookReason[]
    readonly rewrittenBy: readonly string[]
  }
  /** Counts as made once it has ended. */
  readonly made: CallIdentity
}

/** A call that could run, if it may. */
export interface AdmittedCall extends HookedCall {
  readonly runId: string
  readonly observer: CallObserver
}

/** A call that may run. */
export interface ApprovedCall extends AdmittedCall {
  readonly approval: AuditApproval
  /** The differences between the approved call and the present state, a sentence each. Uses the approval up. */
  readonly changes: () => Promise<readonly string[]>
  /** Stores the standing grants. */
  readonly keepGrants: () => void
}

/** A call that is over. */
export interface EndedCall extends ArrivedCall {
  readonly hasEnded: true
  /** True where something was thrown. */
  readonly hasFailed: boolean
  readonly made?: CallIdentity
  readonly observer?: CallObserver
}

export const hasEnded = (record: ArrivedCall): record is EndedCall => 'hasEnded' in record

/** Takes a step; an error in it ends the call. */
export async function attempt<From extends ArrivedCall, To extends ArrivedCall>(
  step: (record: From, parts: RuntimeParts) => To | EndedCall | Promise<To | EndedCall>,
  record: From,
  parts: RuntimeParts,
): Promise<To | EndedCall> {
  try {
    return await step(record, parts)
  } catch (error) {
    return fail(record, error)
  }
}

/** Ends a call. */
export function end(record: ArrivedCall, status: CallStatus, message: string): EndedCall {
  return endWith(record, { ...record.outcome, status, message })
}

/** Ends a call whose outcome is complete. */
export const endWith = (record: ArrivedCall, outcome: CallOutcome): EndedCall => ({
  ...record,
  outcome,
  hasEnded: true,
  hasFailed: false,
})

/** Ends a call with an error. */
export function fail(record: ArrivedCall, thrown: unknown): EndedCall {
  const error = asPoundlockError(thrown)
  const status = STATUS_OF_ERROR.find(([prefix]) => error.code.startsWith(prefix))?.[1] ?? 'failed'
  const message = error.remedy === undefined ? error.message : `${error.message}\n${error.remedy}`
  return { ...end({ ...record, outcome: { ...record.outcome, error } }, status, message), hasFailed: true }
}

const STATUS_OF_ERROR: readonly (readonly [prefix: string, status: CallStatus])[] = [
  ['SANDBOX_POLICY', 'invalid'],
  ['SANDBOX_VIEW', 'failed'],
  ['SANDBOX_', 'unavailable'],
]

/** Adds to the outcome. */
export function withOutcome<Record extends ArrivedCall>(record: Record, more: Partial<CallOutcome>): Record {
  return { ...record, outcome: { ...record.outcome, ...more } }
}

/** Records that a call may run. If that fails, the call does not run. */
export async function recordAllowed<Allowed extends Pick<ApprovedCall, 'approval'>>(
  record: AdmittedCall,
  decision: PolicyDecision,
  allowed: Allowed,
  parts: RuntimeParts,
): Promise<(AdmittedCall & Allowed) | EndedCall> {
  const { approval } = allowed
  const approved = { ...record, ...allowed, outcome: { ...record.outcome, decision, approval } }
  try {
    await writeDecision(record, 'allowed', approval, parts)
    return approved
  } catch (error) {
    return fail(approved, error)
  }
}

/** A decision against a call: who or what decided it, and how the call ends. */
export interface CallRefusal {
  readonly decision?: PolicyDecision
  readonly approval: AuditApproval
  readonly status: CallStatus
  readonly message: string
}

/** Records that a call may not run, and ends it. */
export async function refuse(
  record: HookedCall,
  { decision = record.decided.decision, approval, status, message }: CallRefusal,
  parts: RuntimeParts,
): Promise<EndedCall> {
  const refused = withOutcome(record, { decision, approval })
  try {
    await writeDecision(record, 'denied', approval, parts)
    return end(refused, status, message)
  } catch (error) {
    return fail(refused, error)
  }
}

async function writeDecision(
  { call, context, decided, prepared, hooks: { rewrittenBy } }: HookedCall,
  outcome: 'allowed' | 'denied',
  approval: AuditApproval,
  { options }: RuntimeParts,
): Promise<void> {
  const data = decisionData({ id: call.id, tool: prepared.spec.name }, context, decided, outcome, approval)
  await options.record('decision', rewrittenBy.length > 0 ? { ...data, rewrittenBy } : data)
}
