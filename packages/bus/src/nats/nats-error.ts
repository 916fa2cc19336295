import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import { BusError } from '../contract/bus-error.ts'

/** Codes of nats-server, server/errors.json. */
export const API = {
  wrongLastSequence: 10071,
  wrongLastSequenceUnknown: 10164,
  storeFailed: 10077,
  maximumBytes: 10047,
  storageResources: 10047,
  insufficientResources: 10023,
  messageSize: 10054,
  streamNameInUse: 10058,
  subjectsOverlap: 10065,
} as const

/**
 * How an attempt failed: `not-done` and `perhaps-done` may be tried again, and the second may have been done; `refused` is
 * an answer that stays.
 */
export type Failure = 'not-done' | 'perhaps-done' | 'refused'

/** A service that cannot answer now, such as while a leader is elected. */
const SERVICE_UNAVAILABLE = 503
const TOO_EARLY = 409

export function failureOf(error: unknown): Failure {
  if (isStreamMissing(error)) return 'not-done'
  if (error instanceof JetStreamApiError) {
    const isEarly = error.status === SERVICE_UNAVAILABLE || error.status === TOO_EARLY
    return isEarly && !isFull(error) ? 'not-done' : 'refused'
  }
  if (hasNoResponder(error)) return 'not-done'
  if (error instanceof errors.PermissionViolationError || error instanceof errors.AuthorizationError) return 'refused'
  if (isOf(error, errors.TimeoutError, errors.RequestError, errors.ConnectionError)) return 'perhaps-done'
  return 'refused'
}

/** While there is no leader, nobody answers; the client says then that JetStream is not enabled. */
const hasNoResponder = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof errors.RequestError && error.isNoResponders()) || hasNoResponder(error.cause))

const isOf = (error: unknown, ...kinds: readonly (abstract new (...args: never[]) => Error)[]) =>
  kinds.some((kind) => error instanceof kind)

/** Also said of a stream that was just made, by a server that does not know it yet. */
export const isStreamMissing = (error: unknown): boolean =>
  error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound

export const isConflict = (error: unknown): boolean =>
  error instanceof JetStreamApiError &&
  [API.wrongLastSequence, API.wrongLastSequenceUnknown].includes(error.code as never)

const isFull = (error: JetStreamApiError) =>
  [API.maximumBytes, API.insufficientResources, API.storeFailed].includes(error.code as never)

/** An error of the client as the bus reports it. */
export function natsError(error: unknown, mayBeDone: boolean): BusError {
  if (error instanceof BusError) return error
  const details = error instanceof JetStreamApiError ? { nats: error.code } : {}
  if (isOf(error, errors.AuthorizationError, errors.PermissionViolationError, errors.UserAuthenticationExpiredError)) {
    return new BusError('The NATS server does not permit this.', {
      code: 'FORBIDDEN',
      remedy: 'Check the credentials, and the permissions of their user.',
      cause: error,
      details,
    })
  }
  if (error instanceof JetStreamApiError && isFull(error)) {
    return new BusError('The NATS server has no room left. Nothing was written.', {
      code: 'FULL',
      remedy: 'Raise the limits of the stream or the server, or remove keys.',
      cause: error,
      details,
    })
  }
  if (error instanceof JetStreamApiError && (isStreamMissing(error) || failureOf(error) === 'refused')) {
    return new BusError(`The NATS server refused it (error ${error.code}). Nothing was written.`, {
      code: 'MISCONFIGURED',
      remedy: 'Look the number up among the errors of nats-server, and change the stream or the account.',
      cause: error,
      details,
    })
  }
  if (mayBeDone) {
    return new BusError('The NATS server did not confirm the write in time. It may have been written.', {
      code: 'UNKNOWN',
      remedy: 'Treat it as not done, and read what is there before trying again.',
      cause: error,
    })
  }
  return new BusError('No NATS server could do it in time. Nothing was written.', {
    code: 'NOT_CONNECTED',
    remedy: 'Check that the servers run, that JetStream is on, and that most servers of the cluster are reachable.',
    cause: error,
  })
}
