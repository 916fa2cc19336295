import type { PolicyDecision, TraceStep } from '@poundlock/policy'
import type { DecidedCall } from '../call/prepared-call.ts'
import type { HookReason } from './hook-list.ts'

/** Refuses calls that are made again and again; its name in the record. */
export const LOOPS = 'loop detection'

/** The answers of hooks as steps of the decision: the strictest wins, as everywhere. */
export function withHookSteps(
  decided: DecidedCall,
  denied: HookReason | null,
  asks: readonly HookReason[],
): DecidedCall {
  const steps: TraceStep[] = asks.map((reason) => stepOf(reason, 'ask'))
  if (denied) steps.push(stepOf(denied, 'deny'))
  if (steps.length === 0) return decided
  const { decision } = decided
  const answer = denied ? 'deny' : 'ask'
  const before = decision.decision === answer ? decision.reasons : []
  const joined: PolicyDecision = {
    ...decision,
    decision: answer,
    reasons: [
      ...before,
      ...steps.filter((step) => step.decision === answer).map(({ decision: _, ...reason }) => reason),
    ],
    trace: [...decision.trace, ...steps],
    fix: answer === 'ask' ? decision.fix : [],
  }
  return { ...decided, decision: joined }
}

function stepOf({ hook, reason }: HookReason, decision: 'ask' | 'deny'): TraceStep {
  if (hook === LOOPS) return { layer: 'hooks', decision, code: 'LOOP_DETECTED', message: reason }
  const verb = decision === 'ask' ? 'asks' : 'refuses'
  return {
    layer: 'hooks',
    decision,
    code: decision === 'ask' ? 'HOOK_ASK' : 'HOOK_DENY',
    message: `the hook ${JSON.stringify(hook)} ${verb}${reason === '' ? '' : `: ${reason}`}`,
    source: `hook ${hook}`,
  }
}
