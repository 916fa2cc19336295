import {
  ERROR_CODES,
  type ErrorObject,
  type MessageId,
  type ErrorMessage,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from './message.ts'

/** What a JSON value is as a message. */
export type ReadMessage =
  | { readonly kind: 'request'; readonly message: RequestMessage }
  | { readonly kind: 'notification'; readonly message: NotificationMessage }
  | { readonly kind: 'response'; readonly message: ResponseMessage | ErrorMessage }
  /** The other side is told; `id` where the request could be told. */
  | {
      readonly kind: 'invalid'
      readonly id: MessageId | null
      readonly error: ErrorObject
      readonly spoiled?: SpoiledAnswers
    }
  /** It answers, but nothing that was asked, or with no answer: the other side is not told. */
  | {
      readonly kind: 'ignored'
      readonly reason: 'invalid_response' | 'connection_level_error'
      readonly spoiled?: SpoiledAnswers
    }

/** What was meant to answer, and cannot: whoever waits for these need not wait any longer. */
export interface SpoiledAnswers {
  readonly ids: readonly MessageId[]
  /** A sentence. */
  readonly why: string
}

export interface MessageLimits {
  /** How deep objects and arrays may lie in each other. */
  readonly maxDepth: number
  /** The longest string that is an id, in UTF-16 code units. */
  readonly maxIdLength: number
}

export const DEFAULT_MESSAGE_LIMITS: MessageLimits = { maxDepth: 256, maxIdLength: 1024 }

/** Judges a JSON value that arrived. Batches are no messages: they were removed from MCP, and LSP never had them. */
export function readMessage(value: unknown, limits: MessageLimits = DEFAULT_MESSAGE_LIMITS): ReadMessage {
  return judgeMessage(value, limits, { mayBeDeep: true })
}

/** @param options `mayBeDeep` is false only where its text proves that it cannot be too deep, so that it is not walked */
export function judgeMessage(
  value: unknown,
  limits: MessageLimits,
  options: { readonly mayBeDeep: boolean },
): ReadMessage {
  if (Array.isArray(value)) return readBatch(value, limits)
  if (typeof value !== 'object' || value === null) return invalid(null, 'a message is an object')
  const message = value as Readonly<Record<string, unknown>>
  if (!options.mayBeDeep && isPlainResult(message))
    return { kind: 'response', message: message as unknown as ResponseMessage }
  const { id, method } = message
  const known = id === undefined || id === null || isId(id, limits)
  const named = known && id !== undefined ? id : null
  // Without a method, it was meant to answer.
  const answered = method === undefined ? named : null
  if (message['jsonrpc'] !== '2.0') return spoiling(answered, invalid(named, 'jsonrpc must be "2.0"'))
  if (!known) return invalid(null, `id must be a string of at most ${limits.maxIdLength} characters or a safe integer`)
  if (options.mayBeDeep && !isShallow(message, limits.maxDepth))
    return spoiling(answered, invalid(named, `it is nested more than ${limits.maxDepth} deep`))
  if (method === undefined) return readResponse(message, limits)
  if (typeof method !== 'string') return invalid(named, 'method must be a string')
  const { params } = message
  if (params !== undefined && (typeof params !== 'object' || params === null)) {
    return invalid(named, 'params must be an object or an array')
  }
  if (id === null) return invalid(null, 'id must not be null')
  return id === undefined
    ? { kind: 'notification', message: message as unknown as NotificationMessage }
    : { kind: 'request', message: message as unknown as RequestMessage }
}

function readBatch(batch: readonly unknown[], limits: MessageLimits): ReadMessage {
  const refused = invalid(null, 'batches are not served; send one message at a time')
  const ids: MessageId[] = []
  for (const item of batch) {
    if (typeof item !== 'object' || item === null) continue
    const { id, method } = item as Readonly<Record<string, unknown>>
    if (method === undefined && isId(id, limits)) ids.push(id)
  }
  if (ids.length === 0) return refused
  return { ...refused, spoiled: { ids, why: 'The answer came in a batch of messages; each must stand alone.' } }
}

const spoiling = (id: MessageId | null, refused: InvalidMessage): InvalidMessage =>
  id === null ? refused : { ...refused, spoiled: { ids: [id], why: `The answer is no message: ${whatOf(refused)}.` } }

/** What nearly all that is long is: told at once, as all else says that it is one too. */
const isPlainResult = (message: Readonly<Record<string, unknown>>): boolean =>
  message['jsonrpc'] === '2.0' &&
  Number.isSafeInteger(message['id']) &&
  message['method'] === undefined &&
  message['error'] === undefined &&
  Object.hasOwn(message, 'result')

function readResponse(message: Readonly<Record<string, unknown>>, limits: MessageLimits): ReadMessage {
  const { id, result, error } = message
  // Of JSON, nothing is undefined; looking first whether there is anything to be owned is faster.
  const hasResult = result !== undefined && Object.hasOwn(message, 'result')
  const hasError = error !== undefined && Object.hasOwn(message, 'error')
  if (hasResult === hasError || (hasError && !isErrorObject(error))) {
    const why = 'The answer has neither a result alone nor an error with a code and a message.'
    return { kind: 'ignored', reason: 'invalid_response', ...(isId(id, limits) && { spoiled: { ids: [id], why } }) }
  }
  if (!isId(id, limits)) {
    return { kind: 'ignored', reason: hasError ? 'connection_level_error' : 'invalid_response' }
  }
  return { kind: 'response', message: message as unknown as ResponseMessage | ErrorMessage }
}

function isErrorObject(value: unknown): value is ErrorObject {
  if (typeof value !== 'object' || value === null) return false
  const { code, message } = value as Readonly<Record<string, unknown>>
  return Number.isInteger(code) && typeof message === 'string'
}

const isId = (value: unknown, { maxIdLength }: MessageLimits): value is MessageId =>
  typeof value === 'string' ? value.length <= maxIdLength : Number.isSafeInteger(value)

/** Goes down no further than is allowed, so that no depth overflows the stack. */
function isShallow(value: object, depth: number): boolean {
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (const item of value)
      if (typeof item === 'object' && item !== null && !isShallow(item as object, depth - 1)) return false
    return true
  }
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key]
    if (typeof item === 'object' && item !== null && !isShallow(item, depth - 1)) return false
  }
  return true
}

type InvalidMessage = Extract<ReadMessage, { readonly kind: 'invalid' }>

const INVALID = 'Invalid request: '
const whatOf = ({ error }: InvalidMessage) => error.message.slice(INVALID.length)

function invalid(id: MessageId | null, what: string): InvalidMessage {
  return { kind: 'invalid', id, error: { code: ERROR_CODES.invalidRequest, message: `${INVALID}${what}` } }
}
