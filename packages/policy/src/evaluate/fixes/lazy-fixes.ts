import { DECISION_STEPS, withBudget } from '../../model/budget.ts'
import type { Fix, PolicyDecision, Reason } from '../../model/decision.ts'
import { suggestFixes, type FixContext } from './suggest-fixes.ts'

const SOUGHT = Symbol('context of fixes')

interface Sought {
  readonly reasons: readonly Reason[]
  readonly context: FixContext
  found: readonly Fix[] | null
}

/** One getter for every decision, so that all decisions have one object shape (bench: policy). */
const FIX: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: { readonly [SOUGHT]: Sought }) {
    const sought = this[SOUGHT]
    // Compares every command with every rule once more, which takes several times as long as deciding (bench: decide).
    return (sought.found ??= withBudget(
      DECISION_STEPS,
      () => suggestFixes(sought.reasons, sought.context),
      () => [],
    ))
  },
}

/** The decision with the changes that would allow it, computed when `fix` is first read: only what shows a decision reads it. */
export function withLazyFixes(decision: Omit<PolicyDecision, 'fix'>, context: FixContext): PolicyDecision {
  const sought: Sought = { reasons: decision.reasons, context, found: null }
  Object.defineProperty(decision, SOUGHT, { value: sought })
  return Object.defineProperty(decision, 'fix', FIX) as PolicyDecision
}
