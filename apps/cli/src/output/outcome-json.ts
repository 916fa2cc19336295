import type { CallOutcome } from '@poundlock/runtime'
import { UsageError } from '../usage-error.ts'

/**
 * The outcome of a call, for `--json`. An invalid call has an error like other usage errors.
 *
 * @param remedy where to read how such a call is made
 */
export function outcomeJson(outcome: CallOutcome, remedy: string): CallOutcome {
  if (outcome.status !== 'invalid' || outcome.error !== null) return outcome
  return { ...outcome, error: new UsageError(outcome.message, { remedy }) }
}
