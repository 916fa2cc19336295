/** The part of a WebSocket that a client needs; a page's own, Node's and `ws` all have it. */
export interface ClientSocket {
  /** Bytes that were given to it and are not sent yet. */
  readonly bufferedAmount: number
  /** As of a `WebSocket`. */
  send(text: string): void
  /** As of a `WebSocket`. */
  close(code?: number, reason?: string): void
  /** As of a `WebSocket`. */
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: ClientSocketEvent) => void): void
}

/** What its listeners are given. */
export interface ClientSocketEvent {
  /** Of a message. */
  readonly data?: unknown
  /** Of a close. */
  readonly code?: number
  /** Of a close: what the other side said with it. */
  readonly reason?: string
  /** Of an error, where there is more than that there was one. */
  readonly error?: unknown
}

/** Opens a new connection; called anew for each. */
export type OpenSocket = () => ClientSocket | Promise<ClientSocket>
