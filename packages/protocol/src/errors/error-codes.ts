/** What is known of a code without reading its message. */
export interface ErrorMeaning {
  /** What has happened, a sentence. */
  readonly meaning: string
  /** True where nothing was done, and the same request can succeed later. */
  readonly retryable: boolean
  /** True where the connection is closed after the error. */
  readonly closes: boolean
}

const ends = (meaning: string): ErrorMeaning => ({ meaning, retryable: false, closes: true })
const final = (meaning: string): ErrorMeaning => ({ meaning, retryable: false, closes: false })
const later = (meaning: string): ErrorMeaning => ({ meaning, retryable: true, closes: false })

/** Every code that an error frame can have. The list is closed; a client takes a code that it does not know for `INTERNAL`. */
export const ERROR_CODES = {
  BAD_FRAME: ends('The frame is not one: broken JSON, a repeated key, an unknown field, too deep, or binary.'),
  FRAME_TOO_LARGE: ends('The frame has more bytes, or more values, than may be sent now.'),
  NOT_CONNECTED: ends('The first frame has to be the request `connect`.'),
  ALREADY_CONNECTED: ends('The connection had its `connect` already.'),
  HANDSHAKE_TIMEOUT: ends('No `connect` came in time.'),
  VERSION_UNSUPPORTED: ends('No version of the protocol is in both ranges; `details` names them.'),
  UNAUTHENTICATED: ends('The signature does not fit: another key, another credential, or another text was signed.'),
  CLOCK_SKEW: ends('`signedAt` is further from the clock of the gateway than is allowed; `details.time` is its clock.'),
  SETUP_CODE_INVALID: ends('The setup code was used, is too old, or never was one.'),
  PAIRING_REQUIRED: ends('The device is not known here; connect with a setup code, or ask to be paired.'),
  PAIRING_PENDING: {
    meaning: 'The device is not approved yet; `details.request` is what the approver sees of it.',
    retryable: true,
    closes: true,
  },
  REVOKED: ends('The device, or the token that it has, was revoked.'),
  RATE_LIMITED: later('Too many attempts, or requests, in too short a time.'),
  BUSY: later('A queue or a limit is full: connections, requests at once, waiting approvals.'),
  DRAINING: later('The gateway is about to stop and takes nothing new.'),
  UNKNOWN_METHOD: final('There is no such method.'),
  INVALID_PARAMS: final('The parameters do not fit; `path` names the place and `expected` what belongs there.'),
  FORBIDDEN: final('The caller may not do this; `details.reason` is one of `FORBIDDEN_REASONS`.'),
  NOT_FOUND: final('Nothing has this id or name, or the caller may not see it.'),
  AMBIGUOUS: final('Several things fit; `details.candidates` names them.'),
  CONFLICT: final('What the request builds on has changed meanwhile.'),
  DUPLICATE_REQUEST: final('A request with this id is still being answered on this connection.'),
  IDEMPOTENCY_CONFLICT: final('The idempotency key was used before, for another request.'),
  SETTLED: final('It is over: answered, expired or cancelled; `details.state` says which.'),
  APPROVAL_MISMATCH: final('What would run is not what was approved.'),
  CANCELLED: final('It was cancelled before it was done.'),
  RECORD_FAILED: later('It cannot be recorded, so nothing was done: the disk is full, or the log cannot be written.'),
  UNAVAILABLE: later('A part that this needs is not there now.'),
  OUTCOME_UNKNOWN: final('It may have been done, or not, or in part; nothing will do it again.'),
  INTERNAL: final('A fault of the other side; its log has it under `details.incident`.'),
} as const satisfies Readonly<Record<string, ErrorMeaning>>
/** The code of an error of the gateway. */
export type ErrorCode = keyof typeof ERROR_CODES

/** Why somebody may not do something: `details.reason` of `FORBIDDEN`. */
export const FORBIDDEN_REASONS = {
  role: 'The method is not for devices of this role.',
  scope: 'The connection lacks the scope; `details.scope` names it.',
  'beyond-own-scopes': 'A caller can only grant what it holds itself; `details.scopes` names the rest.',
  'self-approval': 'A request cannot be approved from the device, or by the agent, that made it.',
  'not-own': 'It belongs to another device.',
  group: 'The request is for a group that the caller does not belong to.',
} as const satisfies Readonly<Record<string, string>>
/** Why a request was forbidden. */
export type ForbiddenReason = keyof typeof FORBIDDEN_REASONS

/** What a request can be answered with whatever its method is; a method lists only what else it can be. */
export const GENERAL_ERRORS = [
  'INVALID_PARAMS',
  'FORBIDDEN',
  'DUPLICATE_REQUEST',
  'RATE_LIMITED',
  'BUSY',
  'DRAINING',
  'UNAVAILABLE',
  'INTERNAL',
] as const satisfies readonly ErrorCode[]

/** True for a code of the list. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code)
}
