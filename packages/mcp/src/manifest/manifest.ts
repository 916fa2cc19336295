import { createHash } from 'node:crypto'
import { sortedJson } from '@poundlock/spec'
import type { McpServerInfo } from '../connection/mcp-connection.ts'
import type { McpServerDefinition } from '../servers/server-definition.ts'
import type { ListedMcpTool, QuarantinedTool, ToolHold } from '../tools/mcp-tool.ts'

/** The facts about a server from its last run: enough to offer its tools without starting it. */
export interface McpManifest {
  /** Digest of how it was started or reached: another program has other tools. */
  readonly launch: string
  /** ISO 8601. */
  readonly listedAt: string
  /** What the server says of itself. */
  readonly info: McpServerInfo
  /** Those that can be used. */
  readonly tools: readonly ListedMcpTool[]
  /** Those that cannot, with reasons. */
  readonly quarantined: readonly QuarantinedTool[]
  /** Why the list is not whole. */
  readonly problem: string | null
}

/** The accepted tools of a server: raw name → digest. */
export type McpPins = ReadonlyMap<string, string>

/** How a server is started or reached, as it is written: values of variables are no part of it. */
export function launchDigest({ transport }: McpServerDefinition): string {
  return createHash('sha256').update(sortedJson(transport)).digest('hex')
}

/** Why a tool is held back, or `null`. An added or renamed tool is as new as a changed one. */
export function holdOf(
  tool: Pick<ListedMcpTool, 'name' | 'digest'>,
  pins: McpPins | null,
  mode: NonNullable<McpServerDefinition['pins']>,
): ToolHold | null {
  if (pins === null) return mode === 'explicit' ? 'unaccepted' : null
  const accepted = pins.get(tool.name)
  if (accepted === undefined) return 'added'
  return accepted === tool.digest ? null : 'changed'
}

/** The differences between the listed and the accepted tools; raw names. */
export interface ToolDrift {
  /** Names of tools that are not as they were when they were accepted. */
  readonly changed: readonly string[]
  /** Names of tools that were not there then. */
  readonly added: readonly string[]
  /** Names of tools that are not there any more. */
  readonly removed: readonly string[]
}

export function driftOf(tools: readonly ListedMcpTool[], pins: McpPins | null): ToolDrift {
  if (pins === null) return { changed: [], added: [], removed: [] }
  const listed = new Set(tools.map((tool) => tool.name))
  const withhold = (hold: ToolHold) =>
    tools.filter((tool) => holdOf(tool, pins, 'explicit') === hold).map(({ name }) => name)
  return {
    changed: withhold('changed'),
    added: withhold('added'),
    removed: [...pins.keys()].filter((name) => !listed.has(name)),
  }
}
