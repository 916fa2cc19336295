import type { IncomingMessage } from 'node:http'
import type { McpHttpEndpoint, ReadBody } from '@poundlock/mcp'
import { GatewayError, type FrameLimits } from '@poundlock/protocol'
import type { ConnectionHost } from '../connection/connection-host.ts'
import type { HttpAccess } from '../http/http-access.ts'
import { readJsonBody } from '../http/read-body.ts'
import { writeError } from '../http/rpc-answer.ts'
import { newId } from '../identity/secrets.ts'
import type { HttpRoute } from '../listen/door.ts'
import { servedTools } from './served-tools.ts'
import { wantedWorkspace } from './wanted-workspace.ts'

/** `/mcp`: the guarded tools for clients of MCP, over Streamable HTTP. */
export interface McpDoor {
  readonly route: HttpRoute
  /** Ends what belongs to devices that are gone. To be called from time to time. */
  sweep(): void
  close(): Promise<void>
}

/** A device has an endpoint for each of the workspaces that it names. */
const MOST_WORKSPACES = 64

/** By workspace; the first one of the gateway has no name. */
type Endpoints = Map<string | undefined, Promise<McpHttpEndpoint>>

/** Each device has endpoints of its own, so that no session of another device can be named there. */
export function openMcpDoor(host: ConnectionHost, access: HttpAccess): McpDoor {
  const endpoints = new Map<string, Endpoints>()
  const endpointOf = (deviceId: string, workspace: string | undefined): Promise<McpHttpEndpoint> => {
    const own: Endpoints = endpoints.get(deviceId) ?? new Map()
    endpoints.set(deviceId, own)
    const known = own.get(workspace)
    if (known !== undefined) return known
    if (own.size >= MOST_WORKSPACES) {
      throw new GatewayError(`The device has named ${own.size} workspaces; more are not served at a time.`, {
        code: 'BUSY',
      })
    }
    const endpoint = openEndpoint(host, deviceId, workspace)
    own.set(workspace, endpoint)
    return endpoint
  }
  const end = async (deviceId: string) => {
    const own = endpoints.get(deviceId)
    endpoints.delete(deviceId)
    await Promise.all([...(own?.values() ?? [])].map(async (endpoint) => (await endpoint).close()))
  }
  return {
    route: (request, response, peer) => {
      const exchange = access.enter(request, response, peer)
      if (exchange === null) return
      const answer = async () => {
        const endpoint = await endpointOf(exchange.device.id, wantedWorkspace(request))
        await endpoint.answer(request, response)
      }
      answer().catch((error: unknown) => {
        if (error instanceof GatewayError && !response.headersSent) {
          response.setHeader('connection', 'close')
          writeError(response, error)
          return
        }
        host.log('fault', { incident: newId(), error: error instanceof Error ? error.stack : String(error) })
        response.destroy()
      })
    },
    sweep() {
      for (const id of endpoints.keys()) if (host.identity.devices.get(id)?.bearer !== true) void end(id)
    },
    async close() {
      await Promise.all([...endpoints.keys()].map((id) => end(id)))
    },
  }
}

/** What MCP needs is loaded for the first client. */
async function openEndpoint(
  host: ConnectionHost,
  deviceId: string,
  workspace: string | undefined,
): Promise<McpHttpEndpoint> {
  const { openHttpEndpoint } = await import('@poundlock/mcp')
  const { framesAfter } = host.bounds
  return openHttpEndpoint(servedTools(host, deviceId, workspace), {
    readBody: (request) => readBody(request, framesAfter),
  })
}

async function readBody(request: IncomingMessage, limits: FrameLimits): Promise<ReadBody> {
  try {
    return { kind: 'json', value: await readJsonBody(request, limits) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return error.code === 'FRAME_TOO_LARGE' ? { kind: 'too-large' } : { kind: 'broken', message: error.message }
  }
}
