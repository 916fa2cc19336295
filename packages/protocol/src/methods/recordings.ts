import { Type } from '@poundlock/spec/schema'
import { closed, Count, Id, Limit, Time } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const READS = { to: 'gateway', scope: 'audit.read', roles: OPERATOR, access: 'read', idempotency: 'none' } as const

/** What commands printed, as it was recorded (asciicast v3). */
export const recordingMethods = {
  'recordings.list': method({
    ...READS,
    params: closed({ limit: Type.Optional(Limit) }),
    result: closed({
      recordings: Type.Array(
        closed({
          run: Id,
          callId: Type.String(),
          bytes: Count,
          /** Something of the output is not in it. */
          truncated: Type.Boolean(),
          endedAt: Time,
        }),
      ),
    }),
    errors: [],
    summary: 'Lists the last recordings of what commands printed, the newest first.',
  }),
  'recordings.read': method({
    ...READS,
    params: closed({
      run: Id,
      /** The first line, from 0: what the part before had as `next`. */
      from: Type.Optional(Count),
    }),
    result: closed({
      /** Of the file, as they are: the header, then an event each. */
      lines: Type.Array(Type.String()),
      next: Type.Optional(Count),
      truncated: Type.Boolean(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Reads a recording, a part at a time, after its hash was compared with that of its record.',
  }),
}
