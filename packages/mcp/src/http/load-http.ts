import { McpError } from '../mcp-error.ts'

/**
 * Loads what reaches servers over HTTP, when one is reached that way: programs need none of it.
 *
 * @throws McpError `MCP_DEFINITION` where `@modelcontextprotocol/client` is not installed
 */
export async function loadHttp<Loaded>(server: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new McpError(`The server ${JSON.stringify(server)} cannot be reached over HTTP: a package is missing.`, {
      code: 'MCP_DEFINITION',
      cause,
      remedy: 'Install @modelcontextprotocol/client beside @poundlock/mcp.',
    })
  }
}
