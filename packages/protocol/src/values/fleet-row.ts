import { type Static, Type } from '@poundlock/spec/schema'
import { CallResultStatus, DecisionReason } from './decision.ts'
import { closed, Fingerprint, Id, Name } from './values.ts'

/** The most nodes of one fleet command. */
export const MOST_FLEET_NODES = 2000

/**
 * One node of a fleet command. `ready`: it was decided and may run; `offline`: it is not connected, and nothing was sent to
 * it; `not-started`: nothing was sent to it, for what the others did; otherwise how its call ended.
 */
export const FleetRow = closed({
  node: Fingerprint,
  name: Name,
  state: Type.Union([Type.Enum(['ready', 'offline', 'not-started']), CallResultStatus]),
  /** Whether it counts as an error. */
  isError: Type.Boolean(),
  message: Type.String({ maxLength: 2000 }),
  decision: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
  reasons: Type.Optional(Type.Array(DecisionReason, { maxItems: 5 })),
  /** `tools.status` has all of it. */
  callId: Type.Optional(Id),
  code: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  signal: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  durationMs: Type.Optional(Type.Number({ minimum: 0 })),
})
export type FleetRow = Static<typeof FleetRow>
