import type { ErrorCode } from './error-codes.ts'

/** How an error is written over HTTP. */
export interface HttpError {
  /** Of the response. */
  readonly status: number
  /** Of the error object (JSON-RPC 2.0, 5.1); `data.code` has the code of the protocol. */
  readonly rpc: number
}

const error = (status: number, rpc = -32_000): HttpError => ({ status, rpc })

/** Every error code as `POST /rpc` answers it; codes that only a WebSocket knows never stand there. */
export const HTTP_ERRORS = {
  BAD_FRAME: error(400, -32_600),
  FRAME_TOO_LARGE: error(413, -32_600),
  NOT_CONNECTED: error(400),
  ALREADY_CONNECTED: error(400),
  HANDSHAKE_TIMEOUT: error(408),
  VERSION_UNSUPPORTED: error(400),
  UNAUTHENTICATED: error(401),
  CLOCK_SKEW: error(401),
  SETUP_CODE_INVALID: error(401),
  PAIRING_REQUIRED: error(401),
  PAIRING_PENDING: error(401),
  REVOKED: error(401),
  RATE_LIMITED: error(429),
  BUSY: error(503),
  DRAINING: error(503),
  UNKNOWN_METHOD: error(404, -32_601),
  INVALID_PARAMS: error(400, -32_602),
  FORBIDDEN: error(403),
  NOT_FOUND: error(404),
  AMBIGUOUS: error(409),
  CONFLICT: error(409),
  DUPLICATE_REQUEST: error(409),
  IDEMPOTENCY_CONFLICT: error(409),
  SETTLED: error(409),
  APPROVAL_MISMATCH: error(409),
  CANCELLED: error(409),
  RECORD_FAILED: error(503),
  UNAVAILABLE: error(503),
  OUTCOME_UNKNOWN: error(500),
  INTERNAL: error(500, -32_603),
} as const satisfies Readonly<Record<ErrorCode, HttpError>>
