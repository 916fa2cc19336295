import type { McpConnection } from '../connection/mcp-connection.ts'
import { HttpConnection } from './http-connection.ts'
import type { HttpOptions } from './http-options.ts'

/** Reaches a server over HTTP, in whichever revision both speak. @throws McpError */
export async function openHttp(options: HttpOptions): Promise<McpConnection> {
  const connection = new HttpConnection(options)
  const { info, hasTools } = await connection.open()
  return {
    info,
    hasTools,
    listTools: (cursor, request) => connection.listTools(cursor, request),
    callTool: (tool, input, request) => connection.callTool(tool, input, request),
    close: () => connection.close(),
  }
}
