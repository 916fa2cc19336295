import type { ToolCall } from '@poundlock/spec'
import type { CallOutcome } from './outcome.ts'
import { asPoundlockError } from './unexpected.ts'

/** The outcome of a call of which nothing is known yet. */
export const nothingYet = (call: ToolCall): CallOutcome => ({
  callId: call.id,
  tool: call.name,
  status: 'failed',
  message: '',
  decision: null,
  approval: null,
  sandbox: null,
  runId: null,
  run: null,
  job: null,
  output: null,
  notes: [],
  withheld: null,
  tried: null,
  error: null,
})

/** The outcome of a call that could not be looked at, such as where files of this package are gone. */
export function failedCall(call: ToolCall, thrown: unknown): CallOutcome {
  const error = asPoundlockError(thrown)
  return { ...nothingYet(call), message: error.message, error }
}
