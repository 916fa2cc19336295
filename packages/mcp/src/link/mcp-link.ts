import type { MessageId, Params } from '@poundlock/jsonrpc'

/** What a link tells whoever opened it. */
export interface LinkEvents {
  /** Answers what the server asks. Throws `RpcFailure` to refuse. */
  readonly onRequest: (method: string, params: Params | undefined, signal: AbortSignal) => Promise<unknown>
  readonly onNotification: (method: string, params: Params | undefined) => void
  /** Once, when it ended by itself. */
  readonly onClose: (why: string) => void
}

export interface LinkRequest {
  readonly signal?: AbortSignal
  /** Milliseconds without an answer; `Infinity` for no end. */
  readonly timeoutMs: number
  /** Told the id under which the server knows the request, before it is sent, and how its time begins anew. */
  readonly onStart?: (request: { readonly id: MessageId; readonly extend: () => void }) => void
}

/** A server that was started or reached, and to which nobody has said anything yet: messages go as they are. */
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
