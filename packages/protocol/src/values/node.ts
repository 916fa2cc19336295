import { type Static, Type } from '@poundlock/spec/schema'
import { CallResultStatus, DecisionReason } from './decision.ts'
import { closed, Count, Fingerprint, Id, Name, Positive, Sentence, Time } from './values.ts'

/**
 * What a node can be asked for. An operator approves each for each node, after its device was let in. Reading the approvals
 * document of its owner is one thing, and changing it is another, which the owner has to offer.
 */
export const NODE_COMMANDS = [
  'system.run',
  'system.which',
  'system.file',
  'system.execApprovals.get',
  'system.execApprovals.set',
] as const
/** A command that a gateway sends to a node. */
export type NodeCommand = (typeof NODE_COMMANDS)[number]
export const NodeCommands = Type.Array(Type.Enum([...NODE_COMMANDS]), {
  maxItems: NODE_COMMANDS.length,
  uniqueItems: true,
})

/** `role=build`: what nodes are chosen by, beside their names. */
export const NodeLabels = Type.Record(
  Type.String({ pattern: '^[a-z0-9]([a-z0-9._/-]{0,61}[a-z0-9])?$' }),
  Type.String({ pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$' }),
  { additionalProperties: false, maxProperties: 32 },
)
export type NodeLabels = Static<typeof NodeLabels>

const Text = Type.String({ maxLength: 256 })

/** What a node says of itself. Nothing of it is trusted further than what it runs itself. */
export const NodeDescription = closed({
  /** Of this run of the node. */
  instance: Id,
  /** Of its ledger: another one knows nothing of what was sent before. */
  ledger: Id,
  version: Text,
  platform: Text,
  arch: Text,
  hostname: Text,
  sandbox: closed({ active: Type.Boolean(), backend: Text, reasons: Type.Array(Sentence, { maxItems: 20 }) }),
  /** Where commands start that name no folder, and what they may be confined to. */
  workspace: Type.String({ maxLength: 4096 }),
  /** What it offers. */
  commands: NodeCommands,
  /** What it calls itself by; they count once an operator approved them. */
  labels: NodeLabels,
  startedAt: Time,
})
export type NodeDescription = Static<typeof NodeDescription>

/** A node, as the gateway knows it. */
export const GatewayNode = closed({
  id: Fingerprint,
  name: Name,
  connected: Type.Boolean(),
  address: Type.Optional(Type.String()),
  /** Counts its connections; only the newest one counts. */
  epoch: Count,
  labels: NodeLabels,
  /** What it offers, and how much of that an operator approved. */
  declared: NodeCommands,
  approved: NodeCommands,
  /** It offers something that nobody has approved or rejected. */
  pending: Type.Boolean(),
  draining: Type.Boolean(),
  /** Commands that were sent to it and have not ended. */
  runs: Count,
  description: Type.Optional(NodeDescription),
  connectedAt: Type.Optional(Time),
  seenAt: Type.Optional(Time),
  approvedAt: Type.Optional(Time),
  approvedBy: Type.Optional(Fingerprint),
})
export type GatewayNode = Static<typeof GatewayNode>

/** Which command is meant; made by who sends it, so that nobody can guess it. */
export const RunId = Type.String({ pattern: '^run_[0-9a-f]{32}$', title: 'run_ and 32 hexadecimal digits' })

/** SHA-256 of everything on the node that decides what a command does. */
export const BindingHash = Type.String({ pattern: '^[0-9a-f]{64}$', title: '64 hexadecimal digits' })

/** `none`: its ledger has no such run, and nothing of it has run. */
export const RunState = Type.Enum(['none', 'accepted', 'running', 'ended'])
export type RunState = Static<typeof RunState>

/** Characters of each stream in an outcome. */
export const MOST_RUN_OUTPUT = 200_000

/** How a command on a node ended, as its ledger has it. */
export const RunOutcome = closed({
  status: CallResultStatus,
  message: Type.String({ maxLength: 20_000 }),
  /** Of a command that ended. */
  exit: Type.Optional(
    closed({
      code: Type.Union([Type.Integer(), Type.Null()]),
      signal: Type.Union([Type.String({ maxLength: 32 }), Type.Null()]),
      reason: Type.Enum(['exit', 'signal', 'timeout', 'aborted', 'spawn-failed']),
      text: Type.String({ maxLength: 20_000 }),
      durationMs: Type.Number({ minimum: 0 }),
    }),
  ),
  stdout: Type.String({ maxLength: MOST_RUN_OUTPUT + 100 }),
  stderr: Type.String({ maxLength: MOST_RUN_OUTPUT + 100 }),
  /** The end of both streams, in order of arrival. */
  tail: Type.String({ maxLength: 20_100 }),
  truncated: Type.Boolean(),
  decision: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
  reasons: Type.Array(DecisionReason, { maxItems: 100 }),
  /** What the records of the node are found by; absent where nothing ran. */
  record: Type.Optional(Id),
  /** It goes on in the background of the node, under this id. */
  job: Type.Optional(Id),
  startedAt: Type.Optional(Time),
  endedAt: Time,
})
export type RunOutcome = Static<typeof RunOutcome>

/** What a tool of the node has to say. */
export const ToolAnswer = closed({
  status: CallResultStatus,
  message: Type.String(),
  content: Type.Array(Type.String()),
  reasons: Type.Array(DecisionReason, { maxItems: 100 }),
})
export type ToolAnswer = Static<typeof ToolAnswer>

/** From 1, without gaps, within a run. */
export const OutputNumber = Positive
