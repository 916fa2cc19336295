import type { Decision } from '@poundlock/spec'
import type { PolicyStep, Reason, TraceStep } from './decision.ts'
import type { ReasonCode } from './reason-codes.ts'

/** Makes one step of a trace. */
export function answer(
  layer: PolicyStep,
  decision: Decision,
  code: ReasonCode,
  message: string,
  from?: Pick<Reason, 'rule' | 'source' | 'effect'>,
): TraceStep {
  return from === undefined ? { layer, decision, code, message } : { layer, decision, code, message, ...from }
}
