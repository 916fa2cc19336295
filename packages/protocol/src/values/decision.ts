import { type Static, Type } from '@poundlock/spec/schema'
import { closed } from './values.ts'

/** Why something was decided. */
export const DecisionReason = closed({
  code: Type.String(),
  message: Type.String(),
  layer: Type.Optional(Type.String()),
  rule: Type.Optional(Type.String()),
  /** File, line and column of the rule. */
  source: Type.Optional(Type.String()),
})
export type DecisionReason = Static<typeof DecisionReason>

/**
 * How a call ended: `ran`; `denied` by the policy; `unapproved`: it needed an answer and did not get an allowing one;
 * `invalid`: no such tool, or the input does not fit; `unavailable`: the sandbox cannot contain here; `failed`: something
 * of ours broke; `cancelled`; `unknown`: it may have run, in part or whole, and nothing will run it again. Nothing ran,
 * unless it is `ran`, `unknown`, or one of `failed` and `cancelled` with a `runId`.
 */
export const CallResultStatus = Type.Enum([
  'ran',
  'denied',
  'unapproved',
  'invalid',
  'unavailable',
  'failed',
  'cancelled',
  'unknown',
])
export type CallResultStatus = Static<typeof CallResultStatus>
