import type { EventData, EventName } from '../events/event-table.ts'
import type { Hello } from '../handshake/handshake.ts'
import type { MethodsOf, ParamsOf, ResultOf, SubscribingMethod } from '../methods/method-table.ts'
import type { ClientError } from './client-error.ts'
import type { Subscription, SubscriptionListener } from './subscriptions.ts'

/** How long a request may take, and what ends it. */
export interface GatewayRequestOptions {
  /**
   * What a repeated request is recognised by. Methods that take one get one where none is given, so that a request whose
   * answer was lost can be sent again.
   */
  readonly idempotencyKey?: string
  /** Gives up waiting; a call of a tool is cancelled by it. */
  readonly signal?: AbortSignal
  /** Milliseconds until waiting is given up; without it, as long as the client lives. */
  readonly timeoutMs?: number
  /** Of the trace that this belongs to (W3C Trace Context). */
  readonly traceparent?: string
}

/** `connecting`, `ready`; `waiting`: for the time of the next attempt; `closed`: for good. */
export type ClientState = 'connecting' | 'ready' | 'waiting' | 'closed'

/** A client of a gateway, over as many connections as it takes. */
export interface GatewayClient {
  /** Whether requests can be made now; see `onState`. */
  readonly state: ClientState
  /** The last hello; `null` before the first one. */
  readonly hello: Hello | null
  /** The hello of the connection that stands, or of the next one. @throws ClientError where there will be none */
  ready(): Promise<Hello>
  /**
   * Makes a request. It is sent as soon as a connection stands, and sent again after one was lost only where that cannot
   * do it twice: where it reads, or has an idempotency key.
   *
   * @throws GatewayError as the gateway refused it; ClientError `OUTCOME_UNKNOWN` where it may have been done
   */
  request<Name extends MethodsOf<'gateway'>>(
    method: Name,
    params: ParamsOf<Name>,
    options?: GatewayRequestOptions,
  ): Promise<ResultOf<Name>>
  /** Follows a stream. Settles when it has begun. @throws GatewayError, ClientError */
  subscribe<Name extends SubscribingMethod>(
    method: Name,
    params: ParamsOf<Name>,
    listener: SubscriptionListener<Name>,
  ): Promise<Subscription>
  /** Is told of events that are of no subscription. @returns what ends it */
  on<Name extends EventName>(event: Name, listener: (data: EventData<Name>) => void): () => void
  /** @returns what ends it */
  onState(listener: (state: ClientState) => void): () => void
  /** Settles when nothing will be connected any more; with why, unless it was closed here. */
  readonly closed: Promise<ClientError | null>
  /** Ends the connection, and does not connect again. */
  close(): void
}
