import { PoundlockError } from '@poundlock/spec'

/**
 * What can go wrong on this side; what the gateway answers is a `GatewayError`.
 *
 * - `GATEWAY_REFUSED`: it does not let this device in; `details.code` is the code of its answer, or of its close;
 * - `GATEWAY_UNVERIFIED`: it did not prove to be the gateway that was meant: nothing was said to it;
 * - `GATEWAY_CLOSED`: the client was closed, or stopped for good; this request was not sent;
 * - `OUTCOME_UNKNOWN`: the connection was lost, or waiting was given up, after the request was sent: it may have been
 *   done. `details.idempotencyKey` is what to ask, or to repeat, it by, where it had one;
 * - `QUEUE_FULL`: too many requests wait to be sent; this one was not;
 * - `FRAME_TOO_LARGE`: the request is larger than the gateway takes; it was not sent;
 * - `TIMED_OUT`: no answer in time; where it could have changed something, it is `OUTCOME_UNKNOWN` instead.
 */
export type ClientErrorCode =
  | 'GATEWAY_REFUSED'
  | 'GATEWAY_UNVERIFIED'
  | 'GATEWAY_CLOSED'
  | 'OUTCOME_UNKNOWN'
  | 'QUEUE_FULL'
  | 'FRAME_TOO_LARGE'
  | 'TIMED_OUT'

/** Thrown by the client of a gateway: there is no connection, or it ended before an answer. */
export class ClientError extends PoundlockError<ClientErrorCode> {
  override readonly name: string = 'ClientError'
}
