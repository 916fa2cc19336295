import { closedObject, type Static, Type } from '@poundlock/spec/schema'

/** The version of the document that is read and written. */
export const DOCUMENT_VERSION = 1

const Limits = {
  security: Type.Optional(Type.Enum(['deny', 'allowlist', 'full'])),
  ask: Type.Optional(Type.Enum(['off', 'on-miss', 'always'])),
  askFallback: Type.Optional(Type.Enum(['deny', 'allowlist', 'full'])),
  autoAllowSkills: Type.Optional(Type.Boolean()),
}

const AllowlistEntry = closedObject({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  pattern: Type.String({ minLength: 1, maxLength: 4096, pattern: '\\S' }),
  args: Type.Optional(Type.String({ maxLength: 4096 })),
  lastUsedAt: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  lastUsedCommand: Type.Optional(Type.String()),
  lastResolvedPath: Type.Optional(Type.String()),
})
/** One program, or one rule, that the owner of a host lets run. */
export type AllowlistEntry = Static<typeof AllowlistEntry>

const AgentApprovals = closedObject({
  ...Limits,
  allowlist: Type.Optional(Type.Array(AllowlistEntry, { maxItems: 100_000 })),
})
/** What holds for one agent, or for all as `*`. */
export type AgentApprovals = Static<typeof AgentApprovals>

/** `exec-approvals.json`, version 1: what the owner of a host lets agents run on it. Closed: unknown keys are errors. */
export const ApprovalsDocument = closedObject({
  version: Type.Literal(DOCUMENT_VERSION),
  socket: Type.Optional(closedObject({ path: Type.Optional(Type.String()), token: Type.Optional(Type.String()) })),
  defaults: Type.Optional(closedObject(Limits)),
  agents: Type.Optional(Type.Record(Type.String(), AgentApprovals)),
})
export type ApprovalsDocument = Static<typeof ApprovalsDocument>
