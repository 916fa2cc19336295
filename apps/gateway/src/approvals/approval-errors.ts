import { GatewayError, type ErrorCode } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'

const CODES: Readonly<Record<string, ErrorCode>> = {
  APPROVAL_NOT_FOUND: 'NOT_FOUND',
  APPROVAL_AMBIGUOUS: 'AMBIGUOUS',
  APPROVAL_SETTLED: 'SETTLED',
  APPROVAL_OWN: 'FORBIDDEN',
  APPROVAL_GROUP: 'FORBIDDEN',
  APPROVAL_REASON: 'INVALID_PARAMS',
  APPROVAL_LIMIT: 'BUSY',
  APPROVALS_IO: 'RECORD_FAILED',
  APPROVALS_LOCKED: 'BUSY',
}

const REASONS: Readonly<Record<string, string>> = { APPROVAL_OWN: 'self-approval', APPROVAL_GROUP: 'group' }

/** Does something with the store of requests; what it refuses is refused in the protocol's words. */
export function withStore<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw asGatewayError(error)
  }
}

export function asGatewayError(error: unknown): unknown {
  const code = PoundlockError.isInstance(error) ? CODES[error.code] : undefined
  if (code === undefined || !PoundlockError.isInstance(error)) return error
  const { details } = error
  const reason = REASONS[error.code]
  return new GatewayError(error.message, {
    code,
    cause: error,
    ...(code === 'INVALID_PARAMS' && { path: '/params/reason', expected: 'a reason' }),
    details: { ...details, ...(reason !== undefined && { reason }) },
  })
}
