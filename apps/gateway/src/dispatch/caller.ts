import type { MethodsOf, ParamsOf, ResultOf, Role, Scope } from '@poundlock/protocol'
import type { NodeRequestOptions } from '../connection/node-requests.ts'

/** Who sends a request: a device that proved its key, with what its record grants. One per connection. */
export interface Caller {
  readonly connectionId: string
  /** The fingerprint of the device's key. */
  readonly deviceId: string
  /** As operators call it now. */
  readonly deviceName: string
  readonly role: Role
  /** The agent that the device acts as; only of the role `agent`. */
  readonly agent?: string
  /** What this connection was granted: never more than the record of the device holds. */
  readonly scopes: ReadonlySet<Scope>
  /** How it proved which device it is. */
  readonly proof: 'device-key' | 'bearer-token' | 'local-socket'
  /** Bytes that were sent and that the client has not taken yet; 0 where that is not known. */
  readonly unreadBytes?: number
  /** Aborts when the connection ends, for whatever reason. */
  readonly signal: AbortSignal
  /**
   * Sends an event. A reader that is too slow is closed, so that nothing queues up without an end.
   *
   * @returns false when the connection is closed: nothing was sent
   */
  send(event: string, data: object, place?: EventPlace): boolean
  /** Asks the node at the other end; of the role `node` alone. @throws GatewayError as `NodeRequests.request` says */
  request<Name extends MethodsOf<'node'>>(
    method: Name,
    params: ParamsOf<Name>,
    options?: NodeRequestOptions,
  ): Promise<ResultOf<Name>>
  /**
   * Begins a subscription. It ends with the connection, or when the client ends it: `stop` is called then, once.
   *
   * @returns its id, to be sent with its events
   * @throws GatewayError `BUSY` when the connection has too many
   */
  subscribe(stop: () => void): string
  /** Ends a subscription. @returns false when there is none of this id */
  unsubscribe(subscription: string): boolean
}

/** Where an event belongs: to which subscription, and at which place. */
export interface EventPlace {
  readonly subscription?: string
  readonly seq?: number
}
