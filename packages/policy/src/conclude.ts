import { strictest, type Decision } from '@poundlock/spec/vocabulary'
import type { PolicyDecision, Reason, TraceStep } from './decision.ts'
import type { FixContext } from './fixes.ts'
import { withLazyFixes } from './lazy-fixes.ts'

/** Makes the decision of its steps: the strictest of them, what decided, and what would change it. */
export function conclude(
  trace: readonly TraceStep[],
  part: Pick<PolicyDecision, 'commands' | 'exec' | 'covered'>,
  context: FixContext,
): PolicyDecision {
  let decision: Decision = 'allow'
  // An allow changes nothing.
  for (const step of trace) if (step.decision !== 'allow') decision = strictest(decision, step.decision)
  const { commands, exec, covered } = part
  if (decision === 'allow') {
    // Most calls: nothing but an allow, so that what tells why is all there is to look for.
    const told = trace.filter((step) => TELLS_WHY.has(step.code))
    const reasons = (told.length > 0 ? told : trace).map(reasonOf)
    return { decision, reasons, trace, fix: NONE, commands, exec, covered }
  }
  const reasons: Reason[] = []
  // What was not honoured, and what made a call need more, is told whatever came of it.
  const refused: Reason[] = []
  for (const step of trace) {
    if (step.decision === decision) reasons.push(reasonOf(step))
    else if (ALWAYS_TOLD.has(step.code)) refused.push(reasonOf(step))
  }
  // A decision that is none has been taken for the strictest.
  if (reasons.length === 0) reasons.push(...trace.map(reasonOf))
  else reasons.push(...refused)
  return withLazyFixes({ decision, reasons, trace, commands, exec, covered }, context)
}

const NONE: readonly never[] = []

/** A step without its decision. */
function reasonOf({ layer, code, message, rule, source }: TraceStep): Reason {
  // Two kinds of objects instead of a rest, which takes longer than the step took to find.
  if (rule === undefined && source === undefined) return { layer, code, message }
  return { layer, code, message, ...(rule !== undefined && { rule }), ...(source !== undefined && { source }) }
}

const ALWAYS_TOLD: ReadonlySet<TraceStep['code']> = new Set(['PARAMETER_REFUSED', 'ELEVATED_REFUSED', 'FILE_OUTSIDE'])

/** Of an allowed call, the steps worth telling: the others only say that nothing was against it. */
const TELLS_WHY: ReadonlySet<TraceStep['code']> = new Set([
  ...ALWAYS_TOLD,
  'HOST_SANDBOX',
  'HOST_FULL',
  'HOST_MATCH',
  'RULE_ALLOW',
  'MODE_CONSENT',
  'PARAMETER_TIGHTENED',
  'ELEVATED_CONSENT',
])
