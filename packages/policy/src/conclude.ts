import { strictest } from '@poundlock/spec/vocabulary'
import type { PolicyDecision, TraceStep } from './decision.ts'
import { suggestFixes, type FixContext } from './fixes.ts'

/** Makes the decision of its steps: the strictest of them, what decided, and what would change it. */
export function conclude(
  trace: readonly TraceStep[],
  part: Pick<PolicyDecision, 'commands' | 'exec' | 'covered'>,
  context: FixContext,
): PolicyDecision {
  const decision = strictest(...trace.map((step) => step.decision))
  const decisive = trace.filter(
    (step) => step.decision === decision && (decision !== 'allow' || TELLS_WHY.has(step.code)),
  )
  // What was not honoured, and what made a call need more, is told whatever came of it.
  const refused = trace.filter((step) => ALWAYS_TOLD.has(step.code) && !decisive.includes(step))
  const told = decisive.length > 0 ? [...decisive, ...refused] : trace
  const reasons = told.map(({ decision: _, ...reason }) => reason)
  const fix = decision === 'allow' ? [] : suggestFixes(reasons, context)
  return { decision, reasons, trace, fix, ...part }
}

/** Of an allowed call, the steps worth telling: the others only say that nothing was against it. */
const TELLS_WHY: ReadonlySet<TraceStep['code']> = new Set([
  'HOST_SANDBOX',
  'HOST_FULL',
  'HOST_MATCH',
  'RULE_ALLOW',
  'MODE_CONSENT',
  'PARAMETER_TIGHTENED',
  'ELEVATED_CONSENT',
  'PARAMETER_REFUSED',
])

const ALWAYS_TOLD: ReadonlySet<TraceStep['code']> = new Set(['PARAMETER_REFUSED', 'ELEVATED_REFUSED', 'FILE_OUTSIDE'])
