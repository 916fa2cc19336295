import { PoundlockError } from '@poundlock/spec'
import { CLOSE_CODES, closeReason } from '../errors/close-codes.ts'
import { ERROR_CODES } from '../errors/error-codes.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import { ClientError } from './client-error.ts'
import type { ReconnectOptions } from './client-options.ts'
import { LinkEnded } from './establish.ts'
import type { LinkEnd } from './link.ts'

/** What a client does when a connection ended, or could not be made. */
export type AfterEnd =
  /** It will not be let in: the error that ends the client. */
  | { readonly kind: 'stop'; readonly error: ClientError }
  /** Again, and not before so many milliseconds. `isAbsent`: nothing answered at the address. */
  | { readonly kind: 'again'; readonly leastMs: number; readonly cause: unknown; readonly isAbsent?: true }

/** Where nothing says how long: somebody has to act first. */
const WAIT_MS = 5000

/** After a connection that stood. */
export function afterEnd({ code, reason }: LinkEnd): AfterEnd {
  const name = closeReason(code)
  const { action, meaning } = name === null ? CUT : CLOSE_CODES[name]
  const error = new ClientError(`The connection was closed: ${meaning}`, {
    code: action === 'stop' ? 'GATEWAY_REFUSED' : 'GATEWAY_CLOSED',
    details: { closeCode: code, close: name, reason },
  })
  return action === 'stop'
    ? { kind: 'stop', error }
    : { kind: 'again', leastMs: action === 'wait' ? 1000 : 0, cause: error }
}

const CUT = { action: 'reconnect', meaning: 'the line was cut.' } as const

/** After an attempt that failed. */
export function afterFailure(error: unknown): AfterEnd {
  if (error instanceof LinkEnded) return afterEnd(error.end)
  if (error instanceof ClientError) return { kind: 'stop', error }
  if (!(error instanceof GatewayError)) {
    // The network, the name of the host, the certificate: it may be mended while we wait. What refuses to open it does not.
    if (!PoundlockError.isInstance(error)) return { kind: 'again', leastMs: 0, cause: error, isAbsent: true }
    const { message, remedy, details } = error
    const options = { details, cause: error, ...(remedy !== undefined && { remedy }) }
    return { kind: 'stop', error: new ClientError(message, { code: 'GATEWAY_UNVERIFIED', ...options }) }
  }
  const { code, message, details, retryAfterMs } = error
  if (ERROR_CODES[code].retryable) {
    return { kind: 'again', leastMs: retryAfterMs ?? (code === 'PAIRING_PENDING' ? WAIT_MS : 1000), cause: error }
  }
  if (code === 'HANDSHAKE_TIMEOUT' || code === 'INTERNAL') return { kind: 'again', leastMs: 1000, cause: error }
  return {
    kind: 'stop',
    error: new ClientError(message, { code: 'GATEWAY_REFUSED', details: { ...details, code }, cause: error }),
  }
}

/**
 * Milliseconds to wait before an attempt: anything between nothing and a bound, so that clients that were cut off
 * together do not come back together.
 *
 * @param doublings from 0
 * @param random from 0 up to 1
 */
export function waitBefore(
  doublings: number,
  random: number,
  { firstMs = 100, mostMs = 30_000 }: ReconnectOptions,
): number {
  return random * Math.min(mostMs, firstMs * 2 ** Math.min(doublings, 30))
}
