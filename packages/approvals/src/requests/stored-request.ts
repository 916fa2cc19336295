import type { ApprovalAnswer, ApprovalRequest } from './request.ts'

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

const BINDING = closed<Binding>({
  text: TEXT,
  argv: { anyOf: [{ type: 'null' }, { type: 'array', items: TEXTS }] },
  executables: FILES,
  scripts: FILES,
  cwd: FILE,
  environment: { type: 'object', additionalProperties: TEXT },
  host: TEXT,
  agent: TEXT,
  session: TEXT,
})

const LIMITS = closed<NonNullable<ApprovalAnswer['limits']>>(
  {
    maxUses: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    expiresAt: TIME,
    scope: { enum: ['exact', 'folder', 'workspace'] },
  },
  ['maxUses', 'expiresAt', 'scope'],
)

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
      sets: TEXTS,
      asker: TEXT,
      binding: BINDING,
      security: TEXT,
      warnings: TEXTS,
      decisions: { type: 'array', items: DECISION },
      grantCovers: TEXT,
      likeness: TEXT,
    },
    ['asker', 'grantCovers'],
  ),
  answer: closed<ApprovalAnswer>(
    { decision: DECISION, limits: LIMITS, reason: TEXT, by: TEXT, surface: TEXT, at: TIME },
    ['limits', 'reason'],
  ),
  use: closed<{ at: number }>({ at: TIME }),
  cancellation: closed<{ at: number }>({ at: TIME }),
} as const
