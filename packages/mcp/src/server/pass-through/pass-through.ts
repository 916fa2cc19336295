import type { LinkEvents, McpLink } from '../../link/mcp-link.ts'
import type { Values } from '../client-request.ts'
import type { ServedCall } from '../served.ts'

/** One server behind one gate, served to clients in pass-through mode. */
export interface McpPassThrough {
  /** Name of the server, for messages. */
  readonly server: string
  /** The requests that the server may send to clients; it sees no other capabilities. */
  readonly questions: { readonly sampling: boolean; readonly elicitation: boolean }
  /** Milliseconds that a request may take without progress, and in all. */
  readonly limits: { readonly timeoutMs: number; readonly longestCallMs: number }
  /** Starts or reaches the server, for one client or for those without a session. */
  open(events: LinkEvents): Promise<McpLink>
  /** The tools of a list that a session may call, by the server's names. */
  callable(tools: readonly unknown[], session: string): Promise<ReadonlySet<string>>
  /** Decides about something, records it, and has it done where it may be. */
  take(request: PassedRequest): Promise<PassedResult>
}

/** A request of a client to the server, or of the server to a client. */
export interface PassedRequest extends Pick<ServedCall, 'session' | 'client' | 'signal' | 'ask'> {
  /** Such as `tools/call`. */
  readonly method: string
  /** Of a call: the tool, as the server names it. */
  readonly tool?: string
  /** Of a call: what the tool is, as it was listed to this client; absent when it was not. */
  readonly digest?: string
  /** Its parameters. */
  readonly input: Values
  /** Does it. @throws RpcFailure what the other side answered, or that it did not */
  readonly pass: (input: Values) => Promise<Values>
}

/** The result of a request. */
export type PassedResult =
  | { readonly kind: 'passed'; readonly result: Values }
  /** The reason, and what would allow it. */
  | { readonly kind: 'refused'; readonly message: string }
