import type { Area, Services } from '@poundlock/gateway'
import type { McpAreaOptions } from './mcp-servers.ts'

/** The MCP servers of the gateway, for operators. What it takes is loaded with the first request. */
export function mcpArea(options: McpAreaOptions): (services: Services) => Area {
  return (services) => {
    let loading: Promise<Area['handlers']> | undefined
    const handlers = () =>
      (loading ??= import('./mcp-servers.ts').then(({ mcpHandlers }) => mcpHandlers(options, services)))
    return {
      handlers: {
        'mcp.servers': async (...request) => (await handlers())['mcp.servers']!(...request),
        'mcp.tools': async (...request) => (await handlers())['mcp.tools']!(...request),
        'mcp.refresh': async (...request) => (await handlers())['mcp.refresh']!(...request),
        'mcp.accept': async (...request) => (await handlers())['mcp.accept']!(...request),
        'mcp.withhold': async (...request) => (await handlers())['mcp.withhold']!(...request),
      },
    }
  }
}
