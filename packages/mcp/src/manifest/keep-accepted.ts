import type { ListedMcpTool } from '../tools/mcp-tool.ts'
import type { McpPins } from './manifest.ts'
import type { McpStore } from './mcp-store.ts'

/**
 * Writes which tools of a server are accepted, and how they looked: what changes later can be shown beside that.
 *
 * @param listed as they are now
 */
export function keepAccepted(store: McpStore, server: string, pins: McpPins, listed: readonly ListedMcpTool[]): void {
  const known = new Map([...store.readAccepted(server), ...listed].map((tool) => [tool.digest, tool]))
  store.writeAccepted(
    server,
    [...pins.values()].flatMap((digest) => known.get(digest) ?? []),
  )
  // Last: what counts is never newer than what can be shown of it.
  store.writePins(server, pins)
}
