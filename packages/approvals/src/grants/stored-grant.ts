import { closedObject, type Static, Type } from '@poundlock/spec/schema'

const Words = Type.Array(Type.String(), { maxItems: 10_000 })
const Absolute = Type.String({ pattern: '^/' })
/** `NAME=value`, in the order of the line. */
const Settings = Type.Array(Type.String({ pattern: '^\\w+=' }), { minItems: 1, maxItems: 100 })
/** Scripts and programs of the workspace, with the hash of their content: it holds while they stay as they are. */
const Files = Type.Array(closedObject({ path: Absolute, hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }), {
  minItems: 1,
  maxItems: 100,
})

/** What an "always" remembers of a command, as the policy derives it. */
const GrantedCommand = Type.Union([
  closedObject({
    kind: Type.Literal('exact'),
    program: Type.String({ minLength: 1 }),
    folder: Absolute,
    words: Words,
    cwd: Type.Optional(Absolute),
    environment: Type.Optional(Settings),
    files: Type.Optional(Files),
  }),
  closedObject({
    kind: Type.Literal('like'),
    program: Type.String({ minLength: 1 }),
    folder: Absolute,
    environment: Type.Optional(Settings),
    files: Type.Optional(Files),
    subcommand: Words,
    options: Words,
    effects: Type.Array(
      Type.Enum([
        'execute',
        'file-read',
        'file-write',
        'file-delete',
        'network',
        'environment',
        'process',
        'privilege',
      ]),
    ),
  }),
])

/** Consent that holds until it is revoked, used up or its time is over. Closed: what is not understood grants nothing. */
export const StoredGrant = closedObject({
  id: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  command: GrantedCommand,
  /** In words, as the person was shown it. */
  covers: Type.String(),
  agent: Type.String(),
  host: Type.String(),
  /** Who granted it, and where: for example `terminal:root`. */
  by: Type.String(),
  /** Milliseconds since 1970. */
  at: Type.Number(),
  expiresAt: Type.Optional(Type.Number()),
  /** The one session that it holds in; absent where it holds in all. */
  session: Type.Optional(Type.String({ minLength: 1 })),
  /** How often it can be used in all; absent for no limit. */
  maxUses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
})
export type StoredGrant = Static<typeof StoredGrant>
