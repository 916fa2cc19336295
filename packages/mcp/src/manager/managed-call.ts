import type { McpProgress } from '../connection/mcp-connection.ts'

/** What ends a call of a managed server, and who hears of its progress. */
export interface ManagedCallOptions {
  /** Gives the call up; the server is told. */
  readonly signal?: AbortSignal
  /** Called with each report of the server. */
  readonly onProgress?: (progress: McpProgress) => void
  /** Digest of the tool that was decided about: another one is not called. */
  readonly digest?: string
}
