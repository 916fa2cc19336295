import type { McpServerInfo } from '../connection/mcp-connection.ts'
import type { ToolDrift } from '../manifest/manifest.ts'
import type { QuarantinedTool } from '../tools/mcp-tool.ts'

/** How far a server has come. */
export type McpServerState = 'configured' | 'manifest-known' | 'started' | 'invoked'

/** What is known of a server, for a person to read. */
export interface McpServerReport {
  readonly name: string
  readonly state: McpServerState
  readonly origin: string | undefined
  readonly transport: 'stdio' | 'http' | 'sse'
  /** What it is, in one line: its command line or its address, as written. */
  readonly what: string
  readonly info: McpServerInfo | null
  /** When its tools were last listed, ISO 8601. */
  readonly listedAt: string | null
  /** How many tools can be called, how many are held back, and which cannot be used. */
  readonly callable: number
  readonly held: number
  readonly quarantined: readonly QuarantinedTool[]
  readonly drift: ToolDrift
  /** What went wrong last; `null` when nothing did, or it was mended. */
  readonly problem: string | null
  /** Ends in a row that nobody asked for. */
  readonly failures: number
  /** How often it was started again. */
  readonly restarts: number
  /** True when it failed too often and is left alone. */
  readonly down: boolean
  readonly pid: number | null
  /** The end of its error output. */
  readonly stderr: string
}
