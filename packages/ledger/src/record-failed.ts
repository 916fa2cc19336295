import { GatewayError } from '@poundlock/protocol'

/** Nothing could be written down, so nothing was done. */
export function recordFailed(error: unknown): unknown {
  const { code, errcode, syscall } = error as Partial<Record<'code' | 'errcode' | 'syscall', unknown>>
  if (code !== 'ERR_SQLITE_ERROR' && syscall === undefined) return error
  return new GatewayError('It could not be written down, so nothing was done.', {
    code: 'RECORD_FAILED',
    retryAfterMs: RETRY_MS,
    cause: error,
    ...(typeof errcode === 'number' && { details: { sqlite: errcode } }),
  })
}

/** A disk is not emptied in a moment. */
const RETRY_MS = 10_000
