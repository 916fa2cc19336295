import { strictest } from '@poundlock/spec/vocabulary'
import type { Fix, PolicyDecision, Reason, TraceStep } from './decision.ts'
import { suggestFixes, type FixContext } from './fixes.ts'

/** Makes the decision of its steps: the strictest of them, what decided, and what would change it. */
export function conclude(
  trace: readonly TraceStep[],
  part: Pick<PolicyDecision, 'commands' | 'exec' | 'covered'>,
  context: FixContext,
): PolicyDecision {
  const decision = strictest(...trace.map((step) => step.decision))
  if (decision === 'allow') {
    // Most calls: nothing but an allow, so that what tells why is all there is to look for.
    const told = trace.filter((step) => TELLS_WHY.has(step.code) || ALWAYS_TOLD.has(step.code))
    return { decision, reasons: (told.length > 0 ? told : trace).map(reasonOf), trace, fix: [], ...part }
  }
  const decisive = trace.filter((step) => step.decision === decision)
  // What was not honoured, and what made a call need more, is told whatever came of it.
  const refused = trace.filter((step) => ALWAYS_TOLD.has(step.code) && !decisive.includes(step))
  const told = decisive.length > 0 ? [...decisive, ...refused] : trace
  const reasons = told.map(reasonOf)
  const { commands, exec, covered } = part
  let fix: readonly Fix[] | undefined
  return {
    decision,
    reasons,
    trace,
    commands,
    exec,
    covered,
    // Only who shows the decision to somebody asks for it.
    get fix() {
      return (fix ??= suggestFixes(reasons, context))
    },
  }
}

/** A step without its decision. */
const reasonOf = ({ decision: _, ...reason }: TraceStep): Reason => reason

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
