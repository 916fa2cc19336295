import { RPC_ERROR_CODES, type ErrorObject } from '../messages/message.ts'

/**
 * Why a request of ours got no result:
 * - `REMOTE`: the other side answered with an error, see `remote`, or with what is not an answer;
 * - `TIMEOUT`: it did not answer in time;
 * - `CANCELLED`: the caller gave up;
 * - `CLOSED`: the connection ended first; whether the other side did anything is unknown;
 * - `LIMIT`: too many requests wait already; nothing was sent;
 * - `UNSENDABLE`: the values cannot be JSON; nothing was sent.
 */
export type RpcErrorCode = 'REMOTE' | 'TIMEOUT' | 'CANCELLED' | 'CLOSED' | 'LIMIT' | 'UNSENDABLE'

/** The mark by which any copy of `@poundlock/spec` knows the errors of the project; this package depends on nothing. */
const marker = Symbol.for('poundlock.error')

/** A request of ours that got no result. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  /** Why there is no result. */
  readonly code: RpcErrorCode
  /** The error of the other side, with `REMOTE`; absent if its answer could not be read. */
  readonly remote: ErrorObject | undefined
  /** With `REMOTE`: why the answer could not be read. */
  readonly unreadable: 'batch' | 'malformed' | undefined

  constructor(
    code: RpcErrorCode,
    message: string,
    options: {
      readonly remote?: ErrorObject
      readonly unreadable?: 'batch' | 'malformed'
      readonly cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.remote = options.remote
    this.unreadable = options.unreadable
    Object.defineProperty(this, marker, { value: true })
  }
}

/** Thrown by a handler to answer with this error; anything else it throws is answered as an internal error. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  /** What the other side is answered. */
  readonly error: ErrorObject

  constructor(error: ErrorObject) {
    super(error.message)
    this.error = error
  }

  /** The error for a method that is not served. */
  static methodNotFound(method: string): RpcFailure {
    return new RpcFailure({
      code: RPC_ERROR_CODES.methodNotFound,
      message: `Method not found: ${JSON.stringify(method.slice(0, 200))}`,
    })
  }
}
