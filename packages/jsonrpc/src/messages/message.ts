/** What a request is known by. `"1"` and `1` are two of them. Source: JSON-RPC 2.0, section 4. */
export type MessageId = string | number

/** Named values, or values in order. */
export type Params = { readonly [name: string]: unknown } | readonly unknown[]

/** A message that wants an answer. */
export interface RequestMessage {
  readonly jsonrpc: '2.0'
  readonly id: MessageId
  readonly method: string
  readonly params?: Params
}

/** A message without an answer. */
export interface NotificationMessage {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: Params
}

/** The answer to a request: a result or an error. */
export interface ResponseMessage {
  readonly jsonrpc: '2.0'
  readonly id: MessageId
  readonly result: unknown
}

/** `id` is `null` where the request could not be read. */
export interface ErrorMessage {
  readonly jsonrpc: '2.0'
  readonly id: MessageId | null
  readonly error: ErrorObject
}

/** The error of a response. */
export interface ErrorObject {
  /** An integer; see `RPC_ERROR_CODES`. */
  readonly code: number
  readonly message: string
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
