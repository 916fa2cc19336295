import { type Static, Type } from '@poundlock/spec/schema'
import { Actor } from '../values/session-event.ts'
import { ApprovalId, closed, Count, Cursor, Id, Limit, Name, Sentence, Time } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'
import { after, subscribed } from './subscription.ts'

const Decision = Type.Enum(['allow-once', 'allow-always', 'deny'])
const BoundFile = closed({
  path: Type.String(),
  node: Type.String(),
  size: Type.Number(),
  changed: Type.String(),
  hash: Type.Optional(Type.String()),
  unkept: Type.Optional(Type.String()),
})

/** Exactly what will run, and where: what an answer is good for. */
const Binding = closed({
  text: Type.String(),
  argv: Type.Union([Type.Array(Type.Array(Type.String())), Type.Null()]),
  executables: Type.Array(BoundFile),
  scripts: Type.Array(BoundFile),
  unbound: Type.Optional(Type.Array(Type.String())),
  cwd: BoundFile,
  /** By name, as SHA-256. */
  environment: Type.Record(Type.String(), Type.String()),
  host: Type.String(),
  agent: Type.String(),
  session: Type.String(),
})

/** One answer to a request, and who gave it. */
export const Answer = closed({
  decision: Decision,
  by: Type.String(),
  /** `gateway`, `terminal`, `socket`, a chat. */
  surface: Type.String(),
  /** The device it was given from, where it came through the gateway. */
  from: Type.Optional(Actor),
  /** How they proved who they are. */
  proof: Type.Optional(
    Type.Enum(['device-key', 'bearer-token', 'local-socket', 'terminal', 'chat-member', 'signed-webhook']),
  ),
  reason: Type.Optional(Type.String()),
  at: Time,
})
export type Answer = Static<typeof Answer>

/** How many have to agree, and how many did. */
export const Quorum = closed({ approve: Count, deny: Count, approved: Count, denied: Count })

/** A request as a person sees it. All of its text is somebody else's: show it with `visibleText`. */
export const Approval = closed({
  id: Id,
  createdAt: Time,
  expiresAt: Time,
  state: Type.Enum(['pending', 'answered', 'used', 'expired', 'cancelled']),
  callId: Type.String(),
  tool: Type.String(),
  reasons: Type.Array(Type.String()),
  /** Which rule gave each of the reasons, and where it stands, in their order; absent where no rule gave one. */
  reasonOrigins: Type.Optional(
    Type.Array(closed({ rule: Type.Optional(Type.String()), source: Type.Optional(Type.String()) })),
  ),
  /** Names of environment variables that the call sets. */
  sets: Type.Array(Type.String()),
  binding: Binding,
  security: Type.String(),
  /** What it would do: kinds of effects, each with a path or a host where it has one; absent where nothing is known. */
  effects: Type.Optional(
    Type.Array(
      closed({
        kind: Type.String(),
        path: Type.Union([Type.String(), Type.Null()]),
        /** Nothing is known of the program: it may do anything. */
        unknown: Type.Optional(Type.Literal(true)),
      }),
    ),
  ),
  /** How files would look: what a try run changed, or what a file tool is to write. */
  changes: Type.Optional(
    Type.Array(
      closed({
        kind: Type.Enum(['heading', 'added', 'removed', 'context', 'hunk', 'note']),
        text: Type.String(),
      }),
    ),
  ),
  warnings: Type.Array(Type.String()),
  decisions: Type.Array(Decision),
  /** What `allow-always` would cover, each grant by itself. */
  grantCovers: Type.Optional(Type.Array(Type.String())),
  /** The parts of the command line that are asked about, by their offsets; absent where all of it is. */
  askedParts: Type.Optional(Type.Array(closed({ start: Count, end: Count }))),
  /** Requests with the same text here can be answered together. */
  likeness: Type.String(),
  /** Whose call it is; absent where it was not made through the gateway. */
  requestedBy: Type.Optional(Actor),
  /** The group that it was delegated to. */
  group: Type.Optional(Id),
  quorum: Quorum,
  reasonRequired: Type.Boolean(),
  /** Every answer so far, the first one first. */
  answers: Type.Array(Answer),
  /** Why the caller cannot answer it; absent where they can. */
  notByCaller: Type.Optional(Type.Enum(['self-approval', 'group', 'scope', 'answered'])),
})
export type Approval = Static<typeof Approval>

/** Consent that was given in advance. */
export const GrantView = closed({
  id: Type.String(),
  covers: Type.String(),
  agent: Type.String(),
  host: Type.String(),
  /** The one session that it holds in; absent where it holds in all. */
  session: Type.Optional(Type.String()),
  by: Type.String(),
  at: Time,
  expiresAt: Type.Optional(Time),
  maxUses: Type.Optional(Count),
  uses: Type.Optional(Count),
})
export type GrantView = Static<typeof GrantView>

/** How far an `allow-always` reaches. */
const Reach = closed({
  maxUses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Milliseconds from the answer on. */
  lastsMs: Type.Optional(Type.Integer({ minimum: 1000 })),
  scope: Type.Optional(Type.Enum(['exact', 'folder', 'workspace'])),
  /** Only in the session of the call. */
  thisSession: Type.Optional(Type.Literal(true)),
})

const AnswerResult = closed({
  /** False where the request was settled by another answer first. */
  counts: Type.Boolean(),
  /** As it stands now: with the answer that counts, or the votes that are missing. */
  approval: Approval,
})

const READS = {
  to: 'gateway',
  scope: 'approvals.read',
  roles: OPERATOR,
  access: 'read',
  idempotency: 'none',
} as const
const ANSWERS = {
  to: 'gateway',
  scope: 'approvals.answer',
  roles: OPERATOR,
  access: 'write',
  idempotency: 'optional',
} as const

export const approvalMethods = {
  'approvals.list': method({
    ...READS,
    params: closed({
      state: Type.Optional(Type.Enum(['pending', 'settled'])),
      session: Type.Optional(Id),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    result: closed({ approvals: Type.Array(Approval), next: Type.Optional(Cursor) }),
    errors: [],
    summary: 'Lists what waits for an answer, or what was settled; the oldest first.',
  }),
  'approvals.get': method({
    ...READS,
    params: closed({ id: ApprovalId }),
    result: closed({ approval: Approval }),
    errors: ['NOT_FOUND', 'AMBIGUOUS'],
    summary: 'Says everything that is known of one request.',
  }),
  'approvals.watch': method({
    ...READS,
    params: closed({ after }),
    result: closed({
      ...subscribed,
      /** What waits, the oldest first; at most 1,000, and no more than one frame holds. */
      pending: Type.Array(Approval),
      /** How many more wait. */
      more: Count,
    }),
    errors: [],
    events: ['approvals.waiting', 'approvals.changed', 'approvals.settled'],
    summary: 'Lists what waits, and tells what comes and what is settled.',
  }),
  'approvals.answer': method({
    ...ANSWERS,
    params: closed({
      id: ApprovalId,
      decision: Decision,
      reason: Type.Optional(Sentence),
      /** Only with `allow-always`. */
      reach: Type.Optional(Reach),
    }),
    result: AnswerResult,
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'SETTLED', 'IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    summary: 'Answers one request. The first answer counts, or as many as its quorum needs.',
  }),
  'approvals.answerMany': method({
    ...ANSWERS,
    params: closed({
      /** Whole ids, whose requests are alike. */
      ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
      likeness: Type.String({ maxLength: 10_000 }),
      decision: Type.Enum(['allow-once', 'deny']),
      reason: Type.Optional(Sentence),
    }),
    result: closed({
      answered: Type.Array(AnswerResult),
      failed: Type.Array(closed({ id: Id, code: Type.String(), message: Type.String() })),
    }),
    errors: ['IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    summary: 'Answers several requests that are alike, each by itself.',
  }),
  'approvals.delegate': method({
    ...ANSWERS,
    params: closed({ id: ApprovalId, group: Id, reason: Type.Optional(Sentence) }),
    result: closed({ approval: Approval }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'SETTLED', 'RECORD_FAILED'],
    summary: 'Hands a request to a group, whose members answer it from then on.',
  }),
  'approvals.groups': method({
    ...READS,
    params: closed({}),
    result: closed({ groups: Type.Array(closed({ id: Id, label: Type.Optional(Name), members: Count })) }),
    errors: [],
    summary: 'Lists the groups that requests can be delegated to.',
  }),
  'grants.list': method({
    ...READS,
    params: closed({}),
    result: closed({ grants: Type.Array(GrantView) }),
    errors: [],
    summary: 'Lists what was allowed for good.',
  }),
  'grants.revoke': method({
    ...ANSWERS,
    params: closed({ id: ApprovalId }),
    result: closed({ grant: GrantView }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Takes back what was allowed for good.',
  }),
}
