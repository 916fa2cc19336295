import { type Static, Type } from '@poundlock/spec/schema'
import { IdempotencyKey } from '../frames/frames.ts'
import { CallResultStatus, DecisionReason } from '../values/decision.ts'
import { closed, Count, Id, Sentence, Time } from '../values/values.ts'
import { method, OPERATOR_OR_AGENT } from './method.ts'

/** A tool that a session may call, as models see it. */
export const Tool = closed({
  name: Type.String(),
  description: Type.String(),
  /** JSON Schema. */
  inputSchema: Type.Object({}),
  summary: Type.Optional(Type.String()),
  /** As in the Model Context Protocol: for people and models to see. Nothing is decided by them. */
  annotations: Type.Optional(
    closed({
      readOnlyHint: Type.Optional(Type.Boolean()),
      destructiveHint: Type.Optional(Type.Boolean()),
      idempotentHint: Type.Optional(Type.Boolean()),
      openWorldHint: Type.Optional(Type.Boolean()),
    }),
  ),
})
export type Tool = Static<typeof Tool>

const Content = Type.Union([
  closed({ type: Type.Literal('text'), text: Type.String() }),
  closed({ type: Type.Literal('image'), mediaType: Type.String(), data: Type.String() }),
])

/** How a call ended. The same for everybody who asks, now and after a restart. */
export const CallResult = closed({
  callId: Id,
  key: IdempotencyKey,
  session: Id,
  tool: Type.String(),
  status: CallResultStatus,
  /** What the person and the model can act on; several lines. */
  message: Type.String(),
  /** What the tool has to say; empty where nothing ran. */
  content: Type.Array(Content),
  /** Of a command that ended. */
  exit: Type.Optional(
    closed({
      code: Type.Union([Type.Integer(), Type.Null()]),
      signal: Type.Union([Type.String(), Type.Null()]),
      timedOut: Type.Boolean(),
    }),
  ),
  /** What its records are found by; absent where nothing ran. */
  runId: Type.Optional(Id),
  decision: Type.Optional(Type.Enum(['allow', 'ask', 'deny'])),
  reasons: Type.Array(DecisionReason),
  /** Who or what let it pass, or refused it. */
  approval: Type.Optional(
    closed({
      kind: Type.String(),
      by: Type.String(),
      answer: Type.String(),
      requestId: Type.Optional(Type.String()),
      reason: Type.Optional(Type.String()),
    }),
  ),
  /** Bytes of output that are not in `content`. */
  omittedBytes: Type.Optional(Count),
  /** The command goes on in the background, under this id. */
  job: Type.Optional(Id),
  startedAt: Type.Optional(Time),
  endedAt: Time,
})
export type CallResult = Static<typeof CallResult>

/** A call, by the id that the gateway gave it or by the key that its caller gave it. */
const CallReference = Type.Union([closed({ callId: Id }), closed({ key: IdempotencyKey })])

const CALLS = { to: 'gateway', scope: 'tools.call', roles: OPERATOR_OR_AGENT } as const

export const toolMethods = {
  'tools.list': method({
    ...CALLS,
    access: 'read',
    idempotency: 'none',
    params: closed({ session: Id }),
    result: closed({ tools: Type.Array(Tool) }),
    errors: ['NOT_FOUND'],
    summary: 'Lists the tools that a session may call.',
  }),
  'tools.call': method({
    ...CALLS,
    access: 'write',
    idempotency: 'required',
    params: closed({
      session: Id,
      tool: Type.String({ minLength: 1, maxLength: 128 }),
      /** As the tool's schema has it; the pipeline checks it. */
      input: Type.Object({}),
      /** Absolute, or relative to the session's workspace. */
      cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
      /** Whether output is sent while it runs, as events `tools.output`. */
      stream: Type.Optional(Type.Boolean({ default: false })),
      /** Whether what a command prints is recorded at the gateway. */
      record: Type.Optional(Type.Boolean({ default: false })),
    }),
    result: CallResult,
    errors: ['NOT_FOUND', 'SETTLED', 'IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    events: ['tools.state', 'tools.output'],
    summary: 'Calls a tool through the policy, and answers when it ended. The same key never runs it twice.',
  }),
  'tools.cancel': method({
    ...CALLS,
    access: 'write',
    idempotency: 'optional',
    params: closed({ call: CallReference, reason: Type.Optional(Sentence) }),
    result: closed({
      callId: Id,
      /** False where it had ended already; ask `tools.status` how. */
      cancelling: Type.Boolean(),
    }),
    errors: ['NOT_FOUND', 'RECORD_FAILED'],
    summary: 'Ends a call: what runs is ended with all its processes, what waits is withdrawn.',
  }),
  'tools.follow': method({
    ...CALLS,
    access: 'read',
    idempotency: 'none',
    params: closed({ call: CallReference }),
    result: closed({
      callId: Id,
      /** False where it has ended: ask `tools.status` how. */
      following: Type.Boolean(),
      /** The end of what it printed before. */
      printed: Type.String(),
    }),
    errors: ['NOT_FOUND'],
    events: ['tools.state', 'tools.output'],
    summary: 'Sends what a call prints from now on to this connection, too, until it ends.',
  }),
  'tools.status': method({
    ...CALLS,
    access: 'read',
    idempotency: 'none',
    params: closed({ call: CallReference }),
    result: closed({
      callId: Id,
      key: IdempotencyKey,
      state: Type.Enum(['accepted', 'waiting', 'running', 'ended']),
      /** While it waits for an answer. */
      approval: Type.Optional(Id),
      /** Once it ended. */
      result: Type.Optional(CallResult),
    }),
    errors: ['NOT_FOUND'],
    summary: 'Says what has become of a call, also one that was made before a restart.',
  }),
}
