import type { MessageId, Params } from '@poundlock/jsonrpc'

/** The events of a link. */
export interface LinkEvents {
  /** Answers what the server asks. Throws `RpcFailure` to refuse. */
  readonly onRequest: (method: string, params: Params | undefined, signal: AbortSignal) => Promise<unknown>
  /** Called with what the server tells without waiting for an answer. */
  readonly onNotification: (method: string, params: Params | undefined) => void
  /** Once, when it ended without `close`. */
  readonly onClose: (why: string) => void
}

/** A link that a server wants opened in a browser. */
export interface LinkRequest {
  /** Gives the request up; the server is told. */
  readonly signal?: AbortSignal
  /** Milliseconds without an answer; `Infinity` for no end. */
  readonly timeoutMs: number
  /** Called before the request is sent, with its id on the wire, and with a function that restarts its time limit. */
  readonly onStart?: (request: { readonly id: MessageId; readonly extend: () => void }) => void
}

/** A server that was started or reached, before any handshake: messages pass unchanged. */
export interface McpLink {
  /** @throws RpcError */
  request(method: string, params: Params | undefined, options: LinkRequest): Promise<unknown>
  /** Settles when more can be sent. @throws RpcError */
  notify(method: string, params?: Params): Promise<void>
  /** The revision that both sides have agreed on in a handshake. */
  agreed(revision: string): void
  /** Ends it, and everything that was started for it. */
  close(): Promise<void>
}
