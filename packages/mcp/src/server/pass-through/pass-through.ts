import type { LinkEvents, McpLink } from '../../link/mcp-link.ts'
import type { Values } from '../client-request.ts'
import type { ServedCall } from '../served.ts'

/** What is served to clients in pass-through mode: all that one server has, behind one gate. */
export interface McpPassThrough {
  /** Name of the server, for messages. */
  readonly server: string
  /** What the server may ask of clients; what it may not, it is told that they cannot. */
  readonly questions: { readonly sampling: boolean; readonly elicitation: boolean }
  readonly limits: { readonly timeoutMs: number; readonly longestCallMs: number }
  /** Starts or reaches the server, for one client or for those without a session. */
  open(events: LinkEvents): Promise<McpLink>
  /** Of tools as the server has listed them, by name with what they are, the names of those that a session may call. */
  callable(tools: readonly unknown[], session: string): Promise<ReadonlySet<string>>
  /** Decides about something, records it, and has it done where it may be. */
  take(request: PassedRequest): Promise<PassedResult>
}

/** Something that somebody wants of the other side: the client of the server, or the server of the client. */
export interface PassedRequest extends Pick<ServedCall, 'session' | 'client' | 'signal' | 'ask'> {
  readonly method: string
  /** Of a call: the tool, as the server names it. */
  readonly tool?: string
  /** Of a call: what the tool is, as it was listed to this client; absent when it was not. */
  readonly digest?: string
  readonly input: Values
  /** Does it. @throws RpcFailure what the other side answered, or that it did not */
  readonly pass: (input: Values) => Promise<Values>
}

/** What came of it. */
export type PassedResult =
  | { readonly kind: 'passed'; readonly result: Values }
  /** Why not, and what would allow it. */
  | { readonly kind: 'refused'; readonly message: string }
