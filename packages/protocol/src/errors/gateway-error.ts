import { PoundlockError, type ErrorDetails } from '@poundlock/spec'
import type { ErrorBody } from '../frames/frames.ts'
import type { ErrorCode } from './error-codes.ts'

/** The code of an error of the gateway, its place, what was expected, and when to try again. */
export interface GatewayErrorOptions {
  /** Stable, for programs. */
  readonly code: ErrorCode
  /** JSON Pointer to the place in the frame or its parameters. */
  readonly path?: string
  /** What belongs there, in words. */
  readonly expected?: string
  /** Milliseconds after which a retryable request can be made again. */
  readonly retryAfterMs?: number
  /** More for programs, JSON-safe. Empty unless set. */
  readonly details?: ErrorDetails
  /** The error that caused it; it is not sent. */
  readonly cause?: unknown
}

/** A request that was refused or failed, as it is answered on the wire; throwing it ends the request. */
export class GatewayError extends PoundlockError {
  override readonly name = 'GatewayError'
  declare readonly code: ErrorCode
  /** JSON Pointer to the place in the frame or its parameters. */
  readonly path: string | undefined
  /** What belongs there, in words. */
  readonly expected: string | undefined
  /** Milliseconds after which the request can be made again. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { code, details, cause, ...options }: GatewayErrorOptions) {
    super(message, { code, ...(details && { details }), ...(cause !== undefined && { cause }) })
    this.path = options.path
    this.expected = options.expected
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The error of a response frame, with no text longer than a frame takes. */
export function errorBody(error: GatewayError): ErrorBody {
  const { code, message, path, expected, retryAfterMs, details } = error
  return {
    code,
    message: cut(message, 10_000),
    ...(path !== undefined && { path: cut(path, 1000) }),
    ...(expected !== undefined && { expected: cut(expected, 2000) }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(Object.keys(details).length > 0 && { details }),
  }
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`)
