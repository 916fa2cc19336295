import type { McpServerInfo } from '../connection/mcp-connection.ts'
import type { ToolDrift } from '../manifest/manifest.ts'
import type { QuarantinedTool } from '../tools/mcp-tool.ts'
import type { UnmatchedPattern } from '../tools/wanted-tools.ts'

/** How far a server has come. */
export type McpServerState = 'configured' | 'manifest-known' | 'started' | 'invoked'

/** The state of a server, for a person. */
export interface McpServerReport {
  /** As it is configured. */
  readonly name: string
  /** How far it has come since this program began. */
  readonly state: McpServerState
  /** Where it is configured, for a person. */
  readonly origin: string | undefined
  /** How it is reached; `sse` is the older way over HTTP. */
  readonly transport: 'stdio' | 'http' | 'sse'
  /** Its command line or its address in one line, as configured. */
  readonly target: string
  /** What it says of itself; `null` until it was started once. */
  readonly info: McpServerInfo | null
  /** When its tools were last listed, ISO 8601. */
  readonly listedAt: string | null
  /** Tools that can be called. */
  readonly callable: number
  /** Tools that wait to be accepted. */
  readonly withheld: number
  /** Tools that cannot be used, with reasons. */
  readonly quarantined: readonly QuarantinedTool[]
  /** How its tools differ from those that were accepted. */
  readonly drift: ToolDrift
  /** Patterns of its definition that are for none of the tools that it lists. */
  readonly unmatched: readonly UnmatchedPattern[]
  /** What went wrong last; `null` when nothing did, or it was mended. */
  readonly problem: string | null
  /** Unexpected ends in a row. */
  readonly failures: number
  /** How often it was started again. */
  readonly restarts: number
  /** True when it failed too often and is left alone. */
  readonly down: boolean
  /** Of its process; `null` while none runs, and for one that is reached by HTTP. */
  readonly pid: number | null
  /** The end of its error output. */
  readonly stderr: string
}
