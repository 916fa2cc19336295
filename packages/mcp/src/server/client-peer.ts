import type { Connection, MessageId, Params } from '@poundlock/jsonrpc'

/** A request of a client, as a connection hands it out. */
export interface PeerRequest {
  readonly id: MessageId
  readonly signal: AbortSignal
}

/** What goes to a client. */
export type ToClient = Pick<Connection, 'request' | 'notify'>

/** Our half of the protocol for one client, over a connection that somebody else opened and ends. */
export interface ClientPeer {
  /** Over this it sends; it is made for the peer, which must be there before. */
  attach(connection: ToClient): void
  /** @throws RpcFailure */
  answer(method: string, params: Params | undefined, request: PeerRequest): Promise<unknown>
  notified(method: string, params: Params | undefined): void
  /** The tools that may be called have changed. */
  toolsChanged(): void
  /** Ends what has no end of its own. */
  close(): void
}

export interface ClientOptions {
  readonly session: string
  readonly end: (why: string) => void
  readonly isOneRequest?: boolean
}

/** What makes peers, one for each client, and what they share. */
export interface ClientPeers {
  /** What clients are told whose revision is not known: those that `server/discover` tells, or fewer. */
  readonly revisions: readonly string[]
  /**
   * @param client.session what records and grants know it by
   * @param client.end called when there is nothing left that could be served to it
   * @param client.isOneRequest whether it lives as long as one request of a client without a session
   */
  make(client: ClientOptions): ClientPeer
  /** Gives up what is under way, and settles when it has ended. */
  close(): Promise<void>
}
