import type { Connection, MessageId, Params } from '@poundlock/jsonrpc'

/** A request of a client, as a connection hands it out. */
export interface PeerRequest {
  readonly id: MessageId
  readonly signal: AbortSignal
}

/** Messages to a client. */
export type ToClient = Pick<Connection, 'request' | 'notify'>

/** Our half of the protocol for one client. The caller opens and ends the connection. */
export interface ClientPeer {
  /** The revision that was agreed on in a handshake. */
  readonly revision: string | undefined
  /** Over this it sends; it is made for the peer, which must be there before. */
  attach(connection: ToClient): void
  /** @throws RpcFailure */
  answer(method: string, params: Params | undefined, request: PeerRequest): Promise<unknown>
  notified(method: string, params: Params | undefined): void
  /** The tools that may be called have changed. */
  toolsChanged(): void
  /** Ends streams and timers. */
  close(): void
}

export interface ClientOptions {
  readonly session: string
  readonly end: (why: string) => void
  readonly isOneRequest?: boolean
}

/** Makes peers, one for each client, and holds what they share. */
export interface ClientPeers {
  /** The revisions that clients of an unknown revision get: those of `server/discover`, or fewer. */
  readonly revisions: readonly string[]
  /**
   * @param client.session the session in records and grants
   * @param client.end called when nothing more can be served to it
   * @param client.isOneRequest whether it lives as long as one request of a client without a session
   */
  make(client: ClientOptions): ClientPeer
  /** Cancels running calls, and settles when they have ended. */
  close(): Promise<void>
}
