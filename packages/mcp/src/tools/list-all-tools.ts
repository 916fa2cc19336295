import type { McpConnection } from '../connection/mcp-connection.ts'
import type { McpError } from '../mcp-error.ts'
import type { ListedMcpTool, QuarantinedTool } from './mcp-tool.ts'
import { readTool } from './read-tool.ts'

const MOST_PAGES = 1000
const MOST_TOOLS = 20_000

/** All that a server lists. */
export interface ToolListing {
  readonly tools: readonly ListedMcpTool[]
  readonly quarantined: readonly QuarantinedTool[]
  /** Why the list was not read to its end; the tools before that count. */
  readonly problem: string | null
}

/**
 * Goes through all pages of a list of tools. A list that goes in a circle, or that has no end, is left.
 *
 * @throws McpError
 */
export async function listAllTools(
  connection: Pick<McpConnection, 'listTools'>,
  options: { readonly signal?: AbortSignal; readonly timeoutMs: number },
): Promise<ToolListing> {
  const deadline = performance.now() + options.timeoutMs
  const tools = new Map<string, ListedMcpTool | QuarantinedTool>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  let problem: string | null = null
  for (let pages = 0; ; pages++) {
    const left = deadline - performance.now()
    if (pages >= MOST_PAGES) problem = `its list of tools has more than ${MOST_PAGES} pages`
    else if (tools.size >= MOST_TOOLS) problem = `it lists more than ${MOST_TOOLS} tools`
    else if (left <= 0) problem = `its list of tools has no end within ${options.timeoutMs} ms`
    if (problem !== null) break
    const page = await connection.listTools(cursor, { ...options, timeoutMs: left }).catch((error: McpError) => {
      if (pages === 0 || error.code !== 'MCP_TIMEOUT') throw error
      problem = `its list of tools has no end within ${options.timeoutMs} ms`
      return null
    })
    if (page === null) break
    for (const value of page.tools.slice(0, MOST_TOOLS - tools.size)) add(readTool(value), tools)
    cursor = page.nextCursor
    if (cursor === undefined) break
    if (cursors.has(cursor)) {
      problem = 'its list of tools goes in a circle: a page refers to one that was read already'
      break
    }
    cursors.add(cursor)
  }
  const all = [...tools.values()]
  return {
    tools: all.filter((tool) => 'digest' in tool),
    quarantined: all.filter((tool) => 'reason' in tool),
    problem,
  }
}

/** Two tools with one name are ambiguous: neither can be called. */
function add(tool: ListedMcpTool | QuarantinedTool, tools: Map<string, ListedMcpTool | QuarantinedTool>): void {
  const known = tools.get(tool.name)
  const isSame = known !== undefined && 'digest' in known && 'digest' in tool && known.digest === tool.digest
  if (known === undefined || isSame) tools.set(tool.name, tool)
  else tools.set(tool.name, { name: tool.name, reason: 'the server lists it twice, each time differently' })
}
