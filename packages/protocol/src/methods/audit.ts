import * as Type from 'typebox'
import { closed, Limit, Sequence } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const ChainHead = closed({ seq: Sequence, hash: Type.String() })

/** A record of the log; `docs/audit.md` says what each type has as data. */
export const AuditRecordView = closed({
  seq: Sequence,
  time: Type.String(),
  prev: Type.String(),
  type: Type.String(),
  data: Type.Object({}),
  hash: Type.String(),
})

const reads = { to: 'gateway', scope: 'audit.read', roles: OPERATOR, access: 'read', idempotency: 'none' } as const

export const auditMethods = {
  'audit.tail': method({
    ...reads,
    params: closed({
      limit: Type.Optional(Limit),
      /** Records with a lower number: the page before. */
      before: Type.Optional(Sequence),
      types: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 32 })),
    }),
    result: closed({ records: Type.Array(AuditRecordView), head: ChainHead }),
    errors: [],
    summary: 'Reads the last records of the audit log, the oldest of them first.',
  }),
  'audit.verify': method({
    ...reads,
    params: closed({
      /** A head that was noted elsewhere: whether the chain still holds it. */
      anchor: Type.Optional(ChainHead),
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
    summary: 'Verifies the chain of the audit log.',
  }),
}
