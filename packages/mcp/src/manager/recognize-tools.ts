import type { McpTool } from '../tools/mcp-tool.ts'
import { readTool } from '../tools/read-tool.ts'
import type { McpManager } from './mcp-manager.ts'

/**
 * The tools in a list that another client got which are accepted by the manager: same name, same digest, not withheld.
 *
 * @param look has the manager list them again; called where some are not known
 * @returns the recognized tools, by the server's names
 */
export async function recognizeTools(
  manager: Pick<McpManager, 'tools'>,
  server: string,
  listed: readonly unknown[],
  look: () => Promise<void>,
): Promise<ReadonlyMap<string, McpTool>> {
  const read = listed.map(readTool).filter((tool) => 'digest' in tool)
  const known = () => new Map(manager.tools(server).map((tool) => [tool.name, tool]))
  let tools = known()
  if (read.some(({ name, digest }) => tools.get(name)?.digest !== digest)) {
    await look()
    tools = known()
  }
  return new Map(
    read.flatMap(({ name, digest }) => {
      const tool = tools.get(name)
      return tool?.digest === digest && tool.withheldBy === null ? [[name, tool] as const] : []
    }),
  )
}
