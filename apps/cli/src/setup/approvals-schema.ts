// As a namespace, a bundler leaves out what is not used; the ready-made `Type` holds all of it.
import * as Type from 'typebox'
import type { Static } from 'typebox'

const Limits = {
  security: Type.Optional(Type.Enum(['deny', 'allowlist', 'full'])),
  ask: Type.Optional(Type.Enum(['off', 'on-miss', 'always'])),
  askFallback: Type.Optional(Type.Enum(['deny', 'allowlist', 'full'])),
  autoAllowSkills: Type.Optional(Type.Boolean()),
}

const Entry = Type.Object(
  {
    id: Type.Optional(Type.String()),
    pattern: Type.String({ minLength: 1 }),
    args: Type.Optional(Type.String()),
    lastUsedAt: Type.Optional(Type.Union([Type.Number(), Type.String()])),
    lastUsedCommand: Type.Optional(Type.String()),
    lastResolvedPath: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** The document that the owner of a host keeps: `exec-approvals.json`, version 1. Closed. */
export const ApprovalsDocument = Type.Object(
  {
    version: Type.Literal(1),
    socket: Type.Optional(
      Type.Object(
        { path: Type.Optional(Type.String()), token: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
    defaults: Type.Optional(Type.Object(Limits, { additionalProperties: false })),
    agents: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ ...Limits, allowlist: Type.Optional(Type.Array(Entry)) }, { additionalProperties: false }),
      ),
    ),
  },
  { additionalProperties: false },
)
export type ApprovalsDocument = Static<typeof ApprovalsDocument>
