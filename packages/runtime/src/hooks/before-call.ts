import type { PolicyDecision, TraceStep } from '@poundlock/policy'
import type { DecidedCall } from '../call/subject.ts'
import type { HookWord } from './hook-list.ts'

/** Who refuses calls that are made again and again, for the record. */
export const LOOPS = 'loop detection'

/** What hooks said, as steps of the decision: the strictest wins, as everywhere. */
export function withHookSteps(decided: DecidedCall, denied: HookWord | null, asks: readonly HookWord[]): DecidedCall {
  const steps: TraceStep[] = asks.map((word) => stepOf(word, 'ask'))
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

function stepOf({ hook, reason }: HookWord, decision: 'ask' | 'deny'): TraceStep {
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
