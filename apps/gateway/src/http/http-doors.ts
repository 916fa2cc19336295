import type { ConnectionHost } from '../connection/connection-host.ts'
import type { HttpRoute } from '../listen/door.ts'
import { openMcpDoor } from '../mcp/mcp-door.ts'
import { HttpAccess } from './http-access.ts'
import { rpcRoute } from './rpc-route.ts'

/** The paths where devices come with a bearer token. */
export interface HttpDoors {
  readonly routes: Readonly<Record<string, HttpRoute>>
  /** To be called from time to time. */
  sweep(): void
  /** Gives up the calls of clients of MCP. */
  close(): Promise<void>
}

/** Opens `/rpc` and `/mcp`. */
export function openHttpDoors(host: ConnectionHost): HttpDoors {
  const access = new HttpAccess(host)
  const mcp = openMcpDoor(host, access)
  return {
    routes: { '/rpc': rpcRoute(host, access), '/mcp': mcp.route },
    sweep() {
      access.sweep()
      mcp.sweep()
    },
    close: () => mcp.close(),
  }
}
