import { type Static, Type } from '@poundlock/spec/schema'
import { closed, Count, Fingerprint, Limit, Name, Positive, Sequence, Time } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', title: '64 hexadecimal digits' })
const ChainHead = closed({ seq: Sequence, hash: Hash })
const Part = Type.String({ minLength: 1, maxLength: 1024 })

/** A record of the log; `docs/audit.md` says what each type has as data. */
export const AuditRecordView = closed({
  seq: Sequence,
  time: Type.String(),
  prev: Type.String(),
  type: Type.String(),
  data: Type.Object({}),
  hash: Type.String(),
  /** True where the data is too large for a page: it is empty here. */
  omitted: Type.Optional(Type.Literal(true)),
})
export type AuditRecordView = Static<typeof AuditRecordView>

/** Lines of one request of a node. */
export const MOST_SHIPPED_LINES = 500

const Problem = closed({
  /** Of the chains that the node has shipped, from 1; a node begins another one where the one before does not go on. */
  chain: Type.Integer(),
  seq: Type.Union([Sequence, Type.Null()]),
  /**
   * A kind of `audit.verify`, or `truncated`: records that it had shipped or announced are gone; `forked`: another record
   * stands in the place of one that it shipped; `missing`: they were announced and never shipped; `copied`: another node
   * has shipped the same one; `unrecorded`: a run of it that its chain does not have; `quota`: it shipped too much;
   * `silent`: it has shipped nothing.
   */
  kind: Type.String(),
  message: Type.String(),
})

/** The copy of a node's chain, and what is wrong with it. */
export const AuditOrigin = closed({
  origin: Fingerprint,
  /** Absent where the node was removed. */
  name: Type.Optional(Name),
  ok: Type.Boolean(),
  chains: Type.Integer(),
  records: Type.Integer(),
  /** Of the newest chain, as it was shipped. */
  head: ChainHead,
  /** What the node last said that its head is, and when; the rest of the records is on their way, or missing. */
  announced: Type.Optional(ChainHead),
  announcedAt: Type.Optional(Time),
  problems: Type.Array(Problem, { maxItems: 1000 }),
})
export type AuditOrigin = Static<typeof AuditOrigin>

const SHIPPED = {
  to: 'gateway',
  scope: 'nodes.serve',
  roles: ['node'],
  access: 'write',
  // What is shipped twice is the same record.
  idempotency: 'none',
} as const

const READS = { to: 'gateway', scope: 'audit.read', roles: OPERATOR, access: 'read', idempotency: 'none' } as const

export const auditMethods = {
  'audit.tail': method({
    ...READS,
    params: closed({
      /** A node, by its id, the beginning of it, or its name: what it has shipped. The gateway's own log when absent. */
      node: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
      /** Which chain of the node, from 1; the newest when absent. */
      chain: Type.Optional(Positive),
      limit: Type.Optional(Limit),
      /** Records with a lower number: `next` of the page before. */
      before: Type.Optional(Sequence),
      types: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })),
      agent: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
      /** What the rules said. */
      decision: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
      /** A part of who or what approved, refused or did it, in any case. */
      approver: Type.Optional(Part),
      /** A part of the command, the tool, or a file or address that the call names, in any case. */
      text: Type.Optional(Part),
    }),
    result: closed({
      /** Those that fit, the oldest first: at most `limit`, and fewer where they are large or many do not fit. */
      records: Type.Array(AuditRecordView),
      /** Where the log ends. */
      head: ChainHead,
      /** The number to go on with as `before`; absent where the log begins. */
      next: Type.Optional(Sequence),
      /** Lines that were looked at and are no records; `audit.verify` says what they are. */
      broken: Count,
      /** Of a node: how many chains there are. */
      chains: Type.Optional(Count),
    }),
    errors: ['NOT_FOUND', 'AMBIGUOUS'],
    summary: 'Reads a page of the audit log of the gateway or of a node, from its end backwards.',
  }),
  'audit.verify': method({
    ...READS,
    params: closed({
      /** The hash of a head that was noted elsewhere: whether the chain still has it. */
      head: Type.Optional(Hash),
    }),
    result: closed({
      ok: Type.Boolean(),
      records: Type.Integer(),
      head: ChainHead,
      recoveries: Type.Integer(),
      problems: Type.Array(
        closed({
          line: Type.Integer(),
          segment: Type.Optional(Type.String()),
          seq: Type.Union([Type.Integer(), Type.Null()]),
          kind: Type.String(),
          message: Type.String(),
        }),
      ),
      problemCount: Type.Integer(),
    }),
    errors: [],
    summary: 'Verifies the chain of the audit log of the gateway.',
  }),
  'audit.origins': method({
    ...READS,
    params: closed({}),
    result: closed({ origins: Type.Array(AuditOrigin) }),
    errors: [],
    summary: 'Verifies the copies of the chains of all nodes, and says what is missing, forked or truncated.',
  }),
  'audit.head': method({
    ...SHIPPED,
    params: closed({ head: ChainHead }),
    result: closed({
      /** The first record that is not here; one behind the head where all are. */
      from: Sequence,
    }),
    errors: ['RECORD_FAILED'],
    summary: 'A node says where its audit log ends, and learns what to ship.',
  }),
  'audit.records': method({
    ...SHIPPED,
    params: closed({
      lines: Type.Array(Type.String({ maxLength: 8 * 1024 * 1024 }), { minItems: 1, maxItems: MOST_SHIPPED_LINES }),
    }),
    result: closed({
      /** Not the number behind the last line: the node begins anew with this record. */
      from: Sequence,
    }),
    errors: ['CONFLICT', 'RECORD_FAILED'],
    summary: 'A node ships records of its audit log, in their order.',
  }),
}
