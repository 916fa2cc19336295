import {
  RPC_ERROR_CODES,
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
  /** The other side gets the error; `id` is that of the request, where it is known. */
  | {
      readonly kind: 'invalid'
      /** That of the request; null where it is not known. */
      readonly id: MessageId | null
      /** What the other side gets. */
      readonly error: ErrorObject
      /** Requests of ours that it was meant to answer; absent where there are none. */
      readonly spoiled?: SpoiledAnswers
    }
  /**
   * An answer without a request, or an invalid one. The other side gets no error, unless it may have sent a request.
   */
  | {
      readonly kind: 'ignored'
      /** Which of the two it is. */
      readonly reason: 'invalid_response' | 'connection_level_error'
      /** Requests of ours that it was meant to answer; absent where there are none. */
      readonly spoiled?: SpoiledAnswers
      /** It neither answers nor asks: where nothing waits for it, it is a request without a method. */
      readonly refusal?: { readonly id: MessageId | null; readonly error: ErrorObject }
    }
  /** Several at once: read each of them with `readMessage`. Only where batches are taken. */
  | { readonly kind: 'batch'; readonly items: readonly unknown[] }

/** Invalid answers: the requests with these ids need not wait any longer. */
export interface SpoiledAnswers {
  /** The ids that could be read. */
  readonly ids: readonly MessageId[]
  /** A whole batch that was refused, or single answers in a wrong shape. */
  readonly reason: 'batch' | 'malformed'
  /** A sentence. */
  readonly why: string
}

/** How deep a message may be nested, and how many values it may hold. */
export interface MessageLimits {
  /** How deep objects and arrays may lie in each other. */
  readonly maxDepth: number
  /** The longest string that is an id, in UTF-16 code units. */
  readonly maxIdLength: number
}

/** The limits of messages where none are given. */
export const DEFAULT_MESSAGE_LIMITS: MessageLimits = { maxDepth: 256, maxIdLength: 1024 }

/**
 * Judges a JSON value that arrived. Batches are refused unless they are taken: of MCP only the revision 2025-03-26 has
 * them, and LSP never had.
 *
 * @param options.takesBatches whether an array is handed out as a batch. An array within one never is
 */
export function readMessage(
  value: unknown,
  limits: MessageLimits = DEFAULT_MESSAGE_LIMITS,
  options: { readonly takesBatches?: boolean } = {},
): ReadMessage {
  return checkMessage(value, limits, { ...options, mayBeDeep: true })
}

/** @param options `mayBeDeep` is false only where its text proves that it cannot be too deep, so that it is not walked */
export function checkMessage(
  value: unknown,
  limits: MessageLimits,
  options: { readonly mayBeDeep: boolean; readonly takesBatches?: boolean },
): ReadMessage {
  if (Array.isArray(value)) return readBatch(value, limits, options.takesBatches === true)
  if (typeof value !== 'object' || value === null) return invalid(null, 'a message is an object')
  const message = value as Readonly<Record<string, unknown>>
  if (!options.mayBeDeep && isPlainResult(message))
    return { kind: 'response', message: message as unknown as ResponseMessage }
  const { id, method } = message
  const known = id === undefined || id === null || isId(id, limits)
  const named = known && id !== undefined ? id : null
  // Without a method, it was meant to answer.
  const answered = method === undefined ? named : null
  if (message['jsonrpc'] !== '2.0') return spoiling(answered, named, 'jsonrpc must be "2.0"')
  if (!known) return invalid(null, `id must be a string of at most ${limits.maxIdLength} characters or a safe integer`)
  if (options.mayBeDeep && !isShallow(message, limits.maxDepth))
    return spoiling(answered, named, `it is nested more than ${limits.maxDepth} deep`)
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

function readBatch(batch: readonly unknown[], limits: MessageLimits, isTaken: boolean): ReadMessage {
  if (isTaken) return batch.length === 0 ? invalid(null, 'an empty batch') : { kind: 'batch', items: batch }
  const refused = invalid(null, 'batches are not served; send one message at a time')
  const ids: MessageId[] = []
  for (const item of batch) {
    if (typeof item !== 'object' || item === null) continue
    const { id, method } = item as Readonly<Record<string, unknown>>
    if (method === undefined && isId(id, limits)) ids.push(id)
  }
  if (ids.length === 0) return refused
  return {
    ...refused,
    spoiled: { ids, reason: 'batch', why: 'The answer came in a batch of messages; each must stand alone.' },
  }
}

/** @param problem the end of a sentence */
function spoiling(id: MessageId | null, named: MessageId | null, problem: string): InvalidMessage {
  const refused = invalid(named, problem)
  if (id === null) return refused
  return { ...refused, spoiled: { ids: [id], reason: 'malformed', why: `The answer is not a message: ${problem}.` } }
}

/** Nearly all long messages are plain results; this finds them quickly. */
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
    const named = isId(id, limits) ? id : null
    return {
      kind: 'ignored',
      reason: 'invalid_response',
      ...(named !== null && { spoiled: { ids: [named], reason: 'malformed' as const, why } }),
      ...(!hasResult && !hasError && { refusal: { id: named, error: invalid(named, 'method is missing').error } }),
    }
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

function invalid(id: MessageId | null, problem: string): InvalidMessage {
  return {
    kind: 'invalid',
    id,
    error: { code: RPC_ERROR_CODES.invalidRequest, message: `Invalid request: ${problem}` },
  }
}
