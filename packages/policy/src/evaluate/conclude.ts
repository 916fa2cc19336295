import { type Decision, strictest } from '@poundlock/spec'
import { DECISION_STEPS, withBudget } from '../model/budget.ts'
import type { PolicyDecision, Reason, TraceStep } from '../model/decision.ts'
import { type Explanation, explainLater } from './explain-later.ts'
import type { FixContext } from './fixes/suggest-fixes.ts'

/**
 * Makes the decision of its steps: the strictest of them, what decided, and what would change it.
 *
 * @param needs puts into words what the call would do; called when the reasons of a decision are read
 */
export function conclude(
  trace: readonly TraceStep[],
  part: Pick<PolicyDecision, 'commands' | 'exec' | 'covered'>,
  context: FixContext,
  needs: () => readonly TraceStep[],
): PolicyDecision {
  let decision: Decision = 'allow'
  // An allow changes nothing.
  for (const step of trace) if (step.decision !== 'allow') decision = strictest(decision, step.decision)
  const { commands, exec, covered } = part
  if (decision === 'allow') {
    // Most calls are allowed: only the steps that explain it are reasons.
    const explaining = trace.filter((step) => EXPLAINS.has(step.code))
    const reasons = (explaining.length > 0 ? explaining : trace).map(reasonOf)
    return { decision, reasons, trace, fix: NONE, commands, exec, covered }
  }
  return explainLater({ decision, commands, exec, covered }, context, () => explain(trace, decision, needs))
}

/** The reasons of a call that is not allowed, and all steps. */
function explain(trace: readonly TraceStep[], decision: Decision, needs: () => readonly TraceStep[]): Explanation {
  const reasons: Reason[] = []
  // These name no effect: the effects come first.
  const bare: Reason[] = []
  // Parameters that were refused, and what made a call need more, are always reported.
  const refused: Reason[] = []
  for (const step of trace) {
    if (step.decision === decision) (NAMES_NO_EFFECT.has(step.code) ? bare : reasons).push(reasonOf(step))
    else if (ALWAYS_REPORTED.has(step.code)) refused.push(reasonOf(step))
  }
  // An unknown decision counts as the strictest.
  if (reasons.length + bare.length === 0) reasons.push(...trace.map(reasonOf))
  reasons.push(...refused)
  if (bare.length === 0) return { reasons, trace }
  const found = withBudget(DECISION_STEPS, needs, () => NONE)
  const needed = newNeeds(found, reasons)
  return { reasons: [...reasons, ...needed.map(reasonOf), ...bare], trace: [...trace, ...needed] }
}

/** Needs whose effect no other reason names already. */
function newNeeds(needs: readonly TraceStep[], named: readonly Reason[]): readonly TraceStep[] {
  const isNamed = ({ effect }: TraceStep) =>
    effect !== undefined && named.some((one) => one.effect?.kind === effect.kind && one.effect.path === effect.path)
  return needs.filter((need) => !isNamed(need))
}

/** Codes that a mode or host gives for every call it asks about; they name no effect. */
const NAMES_NO_EFFECT: ReadonlySet<TraceStep['code']> = new Set([
  'MODE_ASK',
  'MODE_DENY',
  'HOST_MISS',
  'HOST_ALWAYS',
  'COMMAND_UNRESOLVED',
])

const NONE: readonly never[] = []

/** A step without its decision. */
function reasonOf({ layer, code, message, rule, source, effect }: TraceStep): Reason {
  // Two object shapes instead of a rest pattern, which is slower.
  if (rule === undefined && source === undefined && effect === undefined) return { layer, code, message }
  return {
    layer,
    code,
    message,
    ...(rule !== undefined && { rule }),
    ...(source !== undefined && { source }),
    ...(effect !== undefined && { effect }),
  }
}

const ALWAYS_REPORTED: ReadonlySet<TraceStep['code']> = new Set([
  'PARAMETER_REFUSED',
  'ELEVATED_REFUSED',
  'FILE_OUTSIDE',
])

/** Of an allowed call, the steps worth telling: the others only say that nothing was against it. */
const EXPLAINS: ReadonlySet<TraceStep['code']> = new Set([
  ...ALWAYS_REPORTED,
  'HOST_SANDBOX',
  'HOST_FULL',
  'HOST_MATCH',
  'RULE_ALLOW',
  'RULE_PROVEN',
  'MODE_CONSENT',
  'PARAMETER_TIGHTENED',
  'ELEVATED_CONSENT',
])
