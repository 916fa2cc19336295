/** What a request is known by. `"1"` and `1` are two of them. Source: JSON-RPC 2.0, section 4. */
export type MessageId = string | number

/** Named values, or values in order. */
export type Params = { readonly [name: string]: unknown } | readonly unknown[]

/** A message that wants an answer. */
export interface RequestMessage {
  readonly jsonrpc: '2.0'
  /** Unique among the requests of this side that wait; the answer has it too. */
  readonly id: MessageId
  /** What is to be done; it is not checked for being known. */
  readonly method: string
  /** Absent where the method needs none. */
  readonly params?: Params
}

/** A message without an answer. */
export interface NotificationMessage {
  readonly jsonrpc: '2.0'
  /** What has happened. */
  readonly method: string
  /** Absent where there is nothing to say of it. */
  readonly params?: Params
}

/** The answer to a request: a result or an error. */
export interface ResponseMessage {
  readonly jsonrpc: '2.0'
  /** That of the request. */
  readonly id: MessageId
  /** Any JSON value. */
  readonly result: unknown
}

/** `id` is `null` where the request could not be read. */
export interface ErrorMessage {
  readonly jsonrpc: '2.0'
  /** That of the request. */
  readonly id: MessageId | null
  /** Why it got no result. */
  readonly error: ErrorObject
}

/** The error of a response. */
export interface ErrorObject {
  /** An integer; see `RPC_ERROR_CODES`. */
  readonly code: number
  /** One sentence, for people. */
  readonly message: string
  /** More of it, for programs: any JSON value. */
  readonly data?: unknown
}

/** A request, a notification or a response. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage | ErrorMessage

/** Source: JSON-RPC 2.0, section 5.1; the last two: Language Server Protocol 3.17, `ErrorCodes` and `LSPErrorCodes`. */
export const RPC_ERROR_CODES = {
  /** What arrived is not JSON. */
  parseError: -32_700,
  /** It is JSON, but no message. */
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  /** Too much is under way; try again later. */
  serverBusy: -32_000,
  requestCancelled: -32_800,
} as const
