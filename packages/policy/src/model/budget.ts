/**
 * Steps that one decision may take: a few seconds on a slow machine. Rules and calls can come from strangers, and a
 * caller that waits too long for a decision goes on without one.
 */
export const DECISION_STEPS = 100_000_000

/** The same for making a policy of its layers. */
export const COMPILE_STEPS = 500_000_000

/** The cost of comparing a rule with a command. */
export const RULE_STEPS = 100

/** Thrown where the steps are used up. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/**
 * What is left for the work that goes on. It is kept here, not handed on: matching happens deep within rules, a decision
 * never waits, and so no two of them are at work at once.
 */
let left = Number.POSITIVE_INFINITY

/** Counts steps of matching, about ten nanoseconds each. @throws BudgetSpent */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw new BudgetSpent()
}

/** Does some work with no more than so many steps; within other work, with no more than that has left. */
export function withBudget<Result>(steps: number, work: () => Result, spent: () => Result): Result {
  const before = left
  const own = Math.min(steps, before)
  left = own
  try {
    return work()
  } catch (error) {
    // What the outer work has left is used up.
    if (!(error instanceof BudgetSpent) || before < steps) throw error
  } finally {
    left = before - (own - left)
  }
  return spent()
}
