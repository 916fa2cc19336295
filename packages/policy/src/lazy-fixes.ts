import type { Fix, PolicyDecision, Reason } from './decision.ts'
import { suggestFixes, type FixContext } from './fixes.ts'

const SOUGHT = Symbol('what fixes are found by')

interface Sought {
  readonly reasons: readonly Reason[]
  readonly context: FixContext
  found: readonly Fix[] | null
}

/** One getter for every decision: where each has its own, each is an object of a kind of its own, which takes longer to make than all the rest. */
const FIX: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: { readonly [SOUGHT]: Sought }) {
    const sought = this[SOUGHT]
    return (sought.found ??= suggestFixes(sought.reasons, sought.context))
  },
}

/** The decision with the changes that would allow it, which are found when somebody asks: only who shows it does. */
export function withLazyFixes(decision: Omit<PolicyDecision, 'fix'>, context: FixContext): PolicyDecision {
  const sought: Sought = { reasons: decision.reasons, context, found: null }
  Object.defineProperty(decision, SOUGHT, { value: sought })
  return Object.defineProperty(decision, 'fix', FIX) as PolicyDecision
}
