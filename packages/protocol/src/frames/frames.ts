import { type Static, Type } from '@poundlock/spec/schema'
import { closed, Count } from '../values/values.ts'

/** What a request is answered by; chosen by who sends it, unique among those that are not answered yet. */
export const RequestId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  title: 'an id of 1 to 64 letters, digits, - or _',
})

/** What a repeated request is recognised by; the same key with another content is refused. */
export const IdempotencyKey = Type.String({
  pattern: '^[A-Za-z0-9._~-]{8,128}$',
  title: 'a key of 8 to 128 letters, digits, -, ., _ or ~',
})

/** `version-trace-parent-flags` (W3C Trace Context, 3.2). */
const TraceParent = Type.String({
  pattern: '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
  title: 'a traceparent',
})

const MethodText = Type.String({ pattern: '^[a-z][A-Za-z0-9.]{0,63}$', title: 'the name of a method' })
const EventText = Type.String({ pattern: '^[a-z][A-Za-z0-9.]{0,63}$', title: 'the name of an event' })
const AnyObject = Type.Object({})

/** A call of a method, from a client or a node. */
export const RequestFrame = closed({
  type: Type.Literal('request'),
  id: RequestId,
  method: MethodText,
  params: AnyObject,
  idempotencyKey: Type.Optional(IdempotencyKey),
  traceparent: Type.Optional(TraceParent),
})
export type RequestFrame = Static<typeof RequestFrame>

/** What went wrong, for programs and for people. */
export const ErrorBody = closed({
  code: Type.String({ pattern: '^[A-Z][A-Z_]{0,63}$', title: 'an error code' }),
  message: Type.String({ maxLength: 10_000 }),
  path: Type.Optional(Type.String({ maxLength: 1000 })),
  expected: Type.Optional(Type.String({ maxLength: 2000 })),
  retryAfterMs: Type.Optional(Count),
  details: Type.Optional(AnyObject),
})
export type ErrorBody = Static<typeof ErrorBody>

/** The answer to a request that was served. */
export const ResultFrame = closed({
  type: Type.Literal('response'),
  id: RequestId,
  ok: Type.Literal(true),
  result: AnyObject,
})
export type ResultFrame = Static<typeof ResultFrame>

/** The answer to a request that failed. */
export const ErrorFrame = closed({
  type: Type.Literal('response'),
  id: Type.Union([RequestId, Type.Null()], { description: 'null where the request had none that could be read' }),
  ok: Type.Literal(false),
  error: ErrorBody,
})
export type ErrorFrame = Static<typeof ErrorFrame>

/** What happened, for those who follow it. */
export const EventFrame = closed({
  type: Type.Literal('event'),
  event: EventText,
  subscription: Type.Optional(RequestId),
  seq: Type.Optional(Count),
  data: AnyObject,
})
export type EventFrame = Static<typeof EventFrame>

/** The answer to a request: a result or an error. */
export type ResponseFrame = ResultFrame | ErrorFrame
/** One message: a text frame of the WebSocket, one JSON object. */
export type Frame = RequestFrame | ResponseFrame | EventFrame
