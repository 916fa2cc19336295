import { type JsonSchema, Type } from '@poundlock/spec/schema'

/** An object that is described elsewhere. */
export const ANY_OBJECT = Type.Object({})

/** What fits the schema, or null. */
export const orNull = (schema: JsonSchema) => Type.Union([schema, Type.Null()])

export const ImagePart = Type.Object({ type: Type.Literal('image'), mediaType: Type.String(), data: Type.String() })

export const PathProblem = Type.Object({
  reason: Type.String(),
  path: Type.String(),
  bytes: Type.Optional(Type.String()),
})

export const Quarantined = Type.Object({
  path: Type.String(),
  root: Type.Optional(Type.String()),
  movedTo: Type.String(),
  reason: Type.String(),
})

export const ReasonEffect = Type.Object({
  kind: Type.Enum([
    'environment',
    'execute',
    'file-delete',
    'file-read',
    'file-write',
    'network',
    'privilege',
    'process',
  ]),
  path: orNull(Type.String()),
})

export const GivenReason = Type.Object({
  code: Type.String(),
  message: Type.String(),
  layer: Type.Optional(Type.String()),
  rule: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
})

export const ToolContent = Type.Union([Type.Object({ type: Type.Literal('text'), text: Type.String() }), ImagePart])

export const Fix = Type.Object({
  message: Type.String(),
  key: Type.Optional(Type.String()),
  value: Type.Optional(Type.Unknown()),
  at: Type.Optional(Type.String()),
  instead: Type.Optional(Type.Literal(true)),
})

export const HostSetting = Type.Object({
  leaves: Type.Optional(Type.Object({ value: Type.Enum(['gateway', 'node', 'sandbox']), origin: Type.String() })),
  value: Type.Enum(['gateway', 'node', 'sandbox']),
  origin: Type.String(),
})

export const ToolAnnotations = Type.Object({
  readOnlyHint: Type.Optional(Type.Boolean()),
  destructiveHint: Type.Optional(Type.Boolean()),
  openWorldHint: Type.Optional(Type.Boolean()),
  idempotentHint: Type.Optional(Type.Boolean()),
})

export const Entry = Type.Object({
  sha256: Type.Optional(Type.String()),
  target: Type.Optional(Type.Object({ path: Type.String(), bytes: Type.Optional(Type.String()) })),
  size: Type.Optional(Type.Number()),
  kind: Type.Enum(['file', 'folder', 'link', 'other']),
  mode: Type.String(),
})

export const Reason = Type.Object({
  code: Type.String(),
  message: Type.String(),
  layer: Type.String(),
  rule: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  effect: Type.Optional(ReasonEffect),
})

export const CommandDecision = Type.Object({
  name: orNull(Type.String()),
  argv: Type.Array(orNull(Type.String())),
  resolved: orNull(Type.String()),
  span: Type.Array(Type.Number()),
  decision: Type.Enum(['allow', 'ask', 'deny']),
  rule: orNull(Type.String()),
  granted: Type.Optional(Type.Literal(true)),
  entry: Type.Optional(Type.Number()),
  proven: Type.Optional(Type.Enum(['delete', 'read', 'write'])),
})

export const TraceStep = Type.Object({
  decision: Type.Enum(['allow', 'ask', 'deny']),
  code: Type.String(),
  message: Type.String(),
  layer: Type.String(),
  rule: Type.Optional(Type.String()),
  source: Type.Optional(Type.String()),
  effect: Type.Optional(ReasonEffect),
})

export const SandboxStatus = Type.Object({
  backend: Type.String(),
  renderer: Type.Optional(Type.String()),
  enabled: Type.Boolean(),
  active: Type.Boolean(),
  filesystem: Type.Enum(['allow-list', 'off', 'workspace-only']),
  network: Type.Enum(['allowlist', 'off', 'on']),
  namespaces: Type.Array(Type.String()),
  defences: Type.Record(Type.String(), Type.Union([Type.Enum(['active', 'off']), Type.String()])),
  container: Type.Object({ inside: Type.Boolean(), markers: Type.Array(Type.String()) }),
  fallbackReasons: Type.Array(Type.String()),
})

export const ExecSettings = Type.Object({
  host: HostSetting,
  security: Type.Object({ value: Type.Enum(['allowlist', 'deny', 'full']), origin: Type.String() }),
  ask: Type.Object({ value: Type.Enum(['always', 'off', 'on-miss']), origin: Type.String() }),
  askFallback: Type.Object({ value: Type.Enum(['allowlist', 'deny', 'full']), origin: Type.String() }),
  node: Type.Optional(Type.Object({ value: Type.String(), origin: Type.String() })),
})

export const PathChange = Type.Object({
  refused: Type.Optional(Type.String()),
  change: Type.Enum(['created', 'deleted', 'mode', 'modified', 'replaced']),
  before: orNull(Entry),
  after: orNull(Entry),
  path: Type.String(),
  bytes: Type.Optional(Type.String()),
})

export const PolicyDecision = Type.Object({
  decision: Type.Enum(['allow', 'ask', 'deny']),
  reasons: Type.Array(Reason),
  trace: Type.Array(TraceStep),
  commands: Type.Array(CommandDecision),
  fix: Type.Array(Fix),
  exec: ExecSettings,
  covered: Type.Boolean(),
})

export const ErrorShape = Type.Object({
  code: Type.String(),
  message: Type.String(),
  remedy: Type.Optional(Type.String()),
  details: Type.Optional(ANY_OBJECT),
})
