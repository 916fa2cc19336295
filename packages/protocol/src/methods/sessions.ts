import { type Static, Type } from '@poundlock/spec/schema'
import { SessionEvent } from '../values/session-event.ts'
import { closed, Count, Cursor, Fingerprint, Id, Limit, Name, Sentence, Sequence, Time } from '../values/values.ts'
import { method, OPERATOR_OR_AGENT } from './method.ts'
import { after, StreamGap, subscribed } from './subscription.ts'

/** Where an agent works, and what came of it. */
export const Session = closed({
  id: Id,
  agent: Id,
  label: Type.Optional(Name),
  /** Absolute path of the folder that its calls work in. */
  workspace: Type.String(),
  /** The device that created it. */
  owner: Fingerprint,
  state: Type.Enum(['open', 'aborted']),
  createdAt: Time,
  changedAt: Time,
  /** The number of its last event. */
  head: Sequence,
  /** Calls that run, and calls that wait for an answer. */
  running: Count,
  waiting: Count,
  /** Absent where the session is at the gateway that answers. It can be read here, and used there. */
  elsewhere: Type.Optional(
    closed({
      /** What tells the gateways of one bus apart. */
      gateway: Id,
      /** Absent while it is away: events are those that it had told until then. */
      name: Type.Optional(Name),
    }),
  ),
})
export type Session = Static<typeof Session>

const READS = {
  to: 'gateway',
  scope: 'sessions.read',
  roles: OPERATOR_OR_AGENT,
  access: 'read',
  idempotency: 'none',
} as const
const WRITES = {
  to: 'gateway',
  scope: 'sessions.write',
  roles: OPERATOR_OR_AGENT,
  access: 'write',
  idempotency: 'required',
} as const

export const sessionMethods = {
  'sessions.create': method({
    ...WRITES,
    params: closed({
      /** The caller's own where it is an agent. */
      agent: Type.Optional(Id),
      label: Type.Optional(Name),
      /** Absolute; the gateway's own folder when absent. */
      workspace: Type.Optional(Type.String({ maxLength: 4096, pattern: '^/[^\\u0000]*$', title: 'an absolute path' })),
    }),
    result: closed({ session: Session }),
    errors: ['IDEMPOTENCY_CONFLICT', 'NOT_FOUND', 'RECORD_FAILED'],
    summary: 'Begins a session of an agent.',
  }),
  'sessions.list': method({
    ...READS,
    params: closed({
      state: Type.Optional(Type.Enum(['open', 'aborted'])),
      agent: Type.Optional(Id),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    }),
    result: closed({ sessions: Type.Array(Session), next: Type.Optional(Cursor) }),
    errors: [],
    summary: 'Lists sessions, the newest first; also those of the gateways that share a bus with this one.',
  }),
  'sessions.get': method({
    ...READS,
    params: closed({ session: Id }),
    result: closed({ session: Session }),
    errors: ['NOT_FOUND'],
    summary: 'Says what is known of one session.',
  }),
  'sessions.events': method({
    ...READS,
    params: closed({
      session: Id,
      /** Events with a higher number; 0 for the first kept. */
      after: Type.Optional(Sequence),
      limit: Type.Optional(Limit),
    }),
    result: closed({
      /** No more than one frame holds: what is missing is behind the last of them. */
      events: Type.Array(SessionEvent),
      head: Sequence,
      gap: Type.Optional(StreamGap),
    }),
    errors: ['NOT_FOUND'],
    summary: 'Reads the events of a session, the oldest first: what fills a gap.',
  }),
  'sessions.follow': method({
    ...READS,
    params: closed({ session: Id, after }),
    result: closed({ ...subscribed, session: Session }),
    errors: ['NOT_FOUND'],
    events: ['sessions.event'],
    summary: 'Tells the events of a session from a number on, and those that come.',
  }),
  'sessions.send': method({
    ...WRITES,
    params: closed({ session: Id, text: Type.String({ minLength: 1, maxLength: 1_000_000 }) }),
    result: closed({ seq: Sequence }),
    errors: ['NOT_FOUND', 'SETTLED', 'IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    summary:
      'Leaves a message in a session, for its agent or for those who follow it. `/exec …` and `/elevated …` of an operator with `config.write` change how its commands run.',
  }),
  'sessions.abort': method({
    ...WRITES,
    idempotency: 'optional',
    params: closed({ session: Id, reason: Type.Optional(Sentence) }),
    result: closed({ session: Session, cancelled: Count }),
    errors: ['NOT_FOUND', 'RECORD_FAILED'],
    summary: 'Ends a session: its calls are cancelled, what waits is withdrawn, and no new call is taken.',
  }),
}
