import type {
  AnswerAuthor,
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalRequirements,
  ApprovalVote,
  Approvers,
  AskedPart,
  ChangeLine,
  Delegation,
  ReasonOrigin,
  RequestEffect,
  RequestOrigin,
} from './request.ts'

// Plain JSON Schema: what makes schemas of types weighs more than all of these.
const TEXT = { type: 'string' } as const
/** Milliseconds since 1970. */
const TIME = { type: 'number' } as const
const TEXTS = { type: 'array', items: TEXT } as const
const DECISION = { enum: ['allow-once', 'allow-always', 'deny'] } as const

/** An object of these keys and no others, of which some may be missing. */
function closed<Shape extends object>(
  keys: { readonly [Key in keyof Required<Shape>]: object },
  optional: readonly (keyof Shape)[] = [],
) {
  const required = Object.keys(keys).filter((key) => !optional.includes(key as keyof Shape))
  return { type: 'object', properties: keys, required, additionalProperties: false } as const
}

type Binding = ApprovalRequest['binding']

const FILE = closed<Binding['cwd']>(
  { path: TEXT, node: TEXT, size: { type: 'number' }, changed: TEXT, hash: TEXT, unkept: TEXT },
  ['hash', 'unkept'],
)
const FILES = { type: 'array', items: FILE } as const

const BINDING = closed<Binding>(
  {
    text: TEXT,
    argv: { anyOf: [{ type: 'null' }, { type: 'array', items: TEXTS }] },
    executables: FILES,
    scripts: FILES,
    unbound: TEXTS,
    cwd: FILE,
    environment: { type: 'object', additionalProperties: TEXT },
    host: TEXT,
    agent: TEXT,
    session: TEXT,
  },
  ['unbound'],
)

const LIMITS = closed<NonNullable<ApprovalAnswer['limits']>>(
  {
    maxUses: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    expiresAt: TIME,
    scope: { enum: ['exact', 'folder', 'workspace'] },
    thisSession: { const: true },
  },
  ['maxUses', 'expiresAt', 'scope', 'thisSession'],
)

const ORIGIN_KEYS = { deviceId: TEXT, deviceName: TEXT, role: TEXT }
const ORIGIN = closed<RequestOrigin>(ORIGIN_KEYS)
const AUTHOR = closed<AnswerAuthor>({ ...ORIGIN_KEYS, proof: TEXT })
const COUNT = { type: 'integer', minimum: 1, maximum: 100 } as const
const REQUIREMENTS = closed<ApprovalRequirements>({
  approve: COUNT,
  deny: COUNT,
  reason: { enum: ['required', 'optional'] },
})
const APPROVERS = closed<Approvers>({ group: TEXT, members: TEXTS })
const EFFECT = closed<RequestEffect>(
  { kind: TEXT, path: { anyOf: [{ type: 'null' }, TEXT] }, unknown: { const: true } },
  ['unknown'],
)
const CHANGE = closed<ChangeLine>({
  kind: { enum: ['heading', 'added', 'removed', 'context', 'hunk', 'note'] },
  text: TEXT,
})
const OFFSET = { type: 'integer', minimum: 0 } as const
const ASKED_PART = closed<AskedPart>({ start: OFFSET, end: OFFSET })
const REASON_ORIGIN = closed<ReasonOrigin>({ rule: TEXT, source: TEXT }, ['rule', 'source'])
const VOTE_KEYS = {
  decision: DECISION,
  limits: LIMITS,
  reason: TEXT,
  by: TEXT,
  surface: TEXT,
  author: AUTHOR,
  at: TIME,
}
const VOTE = closed<ApprovalVote>(VOTE_KEYS, ['limits', 'reason', 'author'])

/**
 * What is written down of a request, a file each. Closed: what is not understood is no request, no answer and no use of
 * one, so that nothing runs by it.
 */
export const STORED_PARTS = {
  request: closed<ApprovalRequest>(
    {
      id: { type: 'string', pattern: '^[0-9a-f]{32}$' },
      createdAt: TIME,
      expiresAt: TIME,
      callId: TEXT,
      tool: TEXT,
      reasons: TEXTS,
      reasonOrigins: { type: 'array', items: REASON_ORIGIN },
      sets: TEXTS,
      asker: TEXT,
      queued: { type: 'boolean', const: true },
      origin: ORIGIN,
      requires: REQUIREMENTS,
      approvers: APPROVERS,
      binding: BINDING,
      security: TEXT,
      effects: { type: 'array', items: EFFECT },
      changes: { type: 'array', items: CHANGE },
      warnings: TEXTS,
      decisions: { type: 'array', items: DECISION },
      grantCovers: TEXTS,
      askedParts: { type: 'array', items: ASKED_PART },
      likeness: TEXT,
    },
    [
      'asker',
      'queued',
      'origin',
      'requires',
      'approvers',
      'effects',
      'changes',
      'grantCovers',
      'askedParts',
      'reasonOrigins',
    ],
  ),
  answer: closed<ApprovalAnswer>({ ...VOTE_KEYS, votes: { type: 'array', items: VOTE } }, [
    'limits',
    'reason',
    'author',
    'votes',
  ]),
  vote: VOTE,
  delegation: closed<Delegation>({ group: TEXT, members: TEXTS, by: TEXT, note: TEXT, at: TIME }, ['note']),
  use: closed<{ at: number }>({ at: TIME }),
  cancellation: closed<{ at: number }>({ at: TIME }),
  queueing: closed<{ at: number }>({ at: TIME }),
} as const
