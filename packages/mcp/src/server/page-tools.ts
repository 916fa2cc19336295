import { invalidParams } from './client-request.ts'
import type { ToolForClients } from './served.ts'

/** Some clients read one page only, so that one holds what most will ever have. */
const MOST_TOOLS = 250
/** UTF-16 units of JSON. */
const LARGEST_PAGE = 2_000_000

export interface ToolsPage {
  readonly tools: readonly object[]
  readonly nextCursor?: string
}

/**
 * A page of a list of tools. A cursor names the last tool of the page before, so that a tool that is added or removed
 * hides no other.
 *
 * @throws RpcFailure for an invalid cursor, or one whose tool is gone
 */
export function pageTools(all: readonly ToolForClients[], cursor: unknown): ToolsPage {
  const tools: object[] = []
  const start = cursor === undefined ? 0 : startOf(all, cursor)
  let length = 0
  for (const tool of all.slice(start, start + MOST_TOOLS)) {
    const { name, title, description, inputSchema, annotations } = tool
    const listed = {
      name,
      ...(title !== undefined && { title }),
      description,
      inputSchema,
      ...(annotations && { annotations }),
    }
    length += JSON.stringify(listed).length
    if (length > LARGEST_PAGE && tools.length > 0) break
    tools.push(listed)
  }
  const end = start + tools.length
  if (end >= all.length || end === 0) return { tools }
  return { tools, nextCursor: Buffer.from(all[end - 1]!.name).toString('base64url') }
}

function startOf(all: readonly ToolForClients[], cursor: unknown): number {
  const name = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : null
  const index = all.findIndex((tool) => tool.name === name)
  if (index < 0) throw invalidParams('cursor: it was not handed out, or the list has changed; begin at the first page')
  return index + 1
}
