import { type Static, Type } from '@poundlock/spec/schema'
import { CallResultStatus, DecisionReason } from './decision.ts'
import { closed, Fingerprint, Id, Name, Role, Sentence, Sequence, Time } from './values.ts'

/** Who did something, as the gateway knows them. */
export const Actor = closed({ device: Fingerprint, name: Name, role: Role })
export type Actor = Static<typeof Actor>

const BASE = { session: Id, seq: Sequence, at: Time }
const OF_CALL = { ...BASE, callId: Id }

/** One thing that happened in a session. Numbers have no gaps; they go on after a restart. */
export const SessionEvent = Type.Union([
  closed({ ...BASE, kind: Type.Literal('created'), by: Actor }),
  closed({ ...BASE, kind: Type.Literal('message'), by: Actor, text: Type.String() }),
  /** A person changed how commands of the session run. */
  closed({ ...BASE, kind: Type.Literal('directive'), by: Actor, text: Type.String(), answer: Type.String() }),
  /** A model of the gateway is to work on this. */
  closed({ ...BASE, kind: Type.Literal('prompt'), by: Actor, text: Type.String(), model: Type.String() }),
  /** What happens in that work: an event of the agent loop, with long texts cut and secrets left out. */
  closed({
    ...BASE,
    kind: Type.Literal('agent'),
    /** The number of the prompt; absent where it is about all of the session. */
    prompt: Type.Optional(Sequence),
    event: Type.Object({ type: Type.String() }),
  }),
  closed({
    ...OF_CALL,
    kind: Type.Literal('call-requested'),
    by: Actor,
    tool: Type.String(),
    /** The canonical command or the input, shortened; never a secret that is known as one. */
    summary: Type.String(),
  }),
  closed({
    ...OF_CALL,
    kind: Type.Literal('call-decided'),
    decision: Type.Enum(['allow', 'ask', 'deny']),
    reasons: Type.Array(DecisionReason),
  }),
  closed({ ...OF_CALL, kind: Type.Literal('call-waiting'), approval: Id }),
  closed({
    ...OF_CALL,
    kind: Type.Literal('call-answered'),
    approval: Id,
    decision: Type.Enum(['allow-once', 'allow-always', 'deny', 'expired', 'cancelled']),
    by: Type.Optional(Type.String()),
    reason: Type.Optional(Sentence),
  }),
  closed({ ...OF_CALL, kind: Type.Literal('call-started'), runId: Type.Optional(Id) }),
  closed({
    ...OF_CALL,
    kind: Type.Literal('call-ended'),
    status: CallResultStatus,
    message: Type.String(),
    durationMs: Type.Optional(Type.Number({ minimum: 0 })),
    /** The end of its output. */
    tail: Type.Optional(Type.String()),
  }),
  closed({ ...BASE, kind: Type.Literal('aborted'), by: Actor, reason: Type.Optional(Sentence) }),
])
export type SessionEvent = Static<typeof SessionEvent>
