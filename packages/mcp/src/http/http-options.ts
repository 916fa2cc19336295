import type { McpClientSide, McpConnectionEvents } from '../connection/mcp-connection.ts'
import type { McpAuthorization } from './authorization.ts'

/** Where a server is reached over HTTP, and by what limits. */
export interface HttpOptions {
  readonly server: string
  readonly kind: 'http' | 'sse'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly side: McpClientSide
  readonly events: McpConnectionEvents
  readonly startTimeoutMs: number
  readonly maxMessageBytes: number
  readonly authorization?: McpAuthorization
  readonly signal?: AbortSignal
  /** The revision that it spoke lately: one of the older ones is not asked for the newer again. */
  readonly lastRevision?: string
}
