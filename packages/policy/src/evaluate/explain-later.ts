import { DECISION_STEPS, withBudget } from '../model/budget.ts'
import type { Fix, PolicyDecision, Reason, TraceStep } from '../model/decision.ts'
import { type FixContext, suggestFixes } from './fixes/suggest-fixes.ts'

/** Why a decision is what it is. */
export interface Explanation {
  readonly reasons: readonly Reason[]
  readonly trace: readonly TraceStep[]
}

const LATER = Symbol('what is computed when it is read')

interface Later {
  readonly explain: () => Explanation
  readonly context: FixContext
  explanation: Explanation | null
  fixes: readonly Fix[] | null
}

interface Explained {
  readonly [LATER]: Later
}

const explanationOf = (later: Later): Explanation => (later.explanation ??= later.explain())

// Comparing every command with every rule once more takes several times as long as deciding (bench: decide).
const fixesOf = (later: Later): readonly Fix[] =>
  (later.fixes ??= withBudget(
    DECISION_STEPS,
    () => suggestFixes(explanationOf(later).reasons, later.context),
    () => [],
  ))

/** The same getters for every decision, so that all decisions have one object shape (bench: policy). */
const PARTS: PropertyDescriptorMap = {
  reasons: part((later) => explanationOf(later).reasons),
  trace: part((later) => explanationOf(later).trace),
  fix: part(fixesOf),
}

function part(read: (later: Later) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: Explained) {
      return read(this[LATER])
    },
  }
}

/**
 * A decision whose reasons, steps and fixes are computed when one of them is first read: putting the effects of a line
 * into words takes as long as deciding, and only what shows a decision needs them.
 */
export function explainLater(
  decision: Omit<PolicyDecision, 'reasons' | 'trace' | 'fix'>,
  context: FixContext,
  explain: () => Explanation,
): PolicyDecision {
  const later: Later = { explain, context, explanation: null, fixes: null }
  Object.defineProperty(decision, LATER, { value: later })
  return Object.defineProperties(decision, PARTS) as PolicyDecision
}
