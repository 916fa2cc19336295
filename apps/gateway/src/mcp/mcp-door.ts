import type { IncomingMessage } from 'node:http'
import type { McpHttpEndpoint, ReadBody } from '@poundlock/mcp'
import { GatewayError, type FrameLimits } from '@poundlock/protocol'
import type { ConnectionHost } from '../connection/connection-host.ts'
import type { HttpAccess } from '../http/http-access.ts'
import { readJsonBody } from '../http/read-body.ts'
import { newId } from '../identity/secrets.ts'
import type { HttpRoute } from '../listen/door.ts'
import { servedTools } from './served-tools.ts'

/** `/mcp`: the guarded tools for clients of MCP, over Streamable HTTP. */
export interface McpDoor {
  readonly route: HttpRoute
  /** Ends what belongs to devices that are gone. To be called from time to time. */
  sweep(): void
  close(): Promise<void>
}

/** Each device has an endpoint of its own, so that no session of another device can be named there. */
export function openMcpDoor(host: ConnectionHost, access: HttpAccess): McpDoor {
  const endpoints = new Map<string, Promise<McpHttpEndpoint>>()
  const endpointOf = (deviceId: string): Promise<McpHttpEndpoint> => {
    let endpoint = endpoints.get(deviceId)
    if (endpoint === undefined) endpoints.set(deviceId, (endpoint = openEndpoint(host, deviceId)))
    return endpoint
  }
  const end = async (deviceId: string) => {
    const endpoint = endpoints.get(deviceId)
    endpoints.delete(deviceId)
    await (await endpoint)?.close()
  }
  return {
    route: (request, response, peer) => {
      const exchange = access.enter(request, response, peer)
      if (exchange === null) return
      endpointOf(exchange.device.id)
        .then((endpoint) => endpoint.answer(request, response))
        .catch((error: unknown) => {
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
async function openEndpoint(host: ConnectionHost, deviceId: string): Promise<McpHttpEndpoint> {
  const { openHttpEndpoint } = await import('@poundlock/mcp')
  const { framesAfter } = host.bounds
  return openHttpEndpoint(servedTools(host, deviceId), { readBody: (request) => readBody(request, framesAfter) })
}

async function readBody(request: IncomingMessage, limits: FrameLimits): Promise<ReadBody> {
  try {
    return { kind: 'json', value: await readJsonBody(request, limits) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return error.code === 'FRAME_TOO_LARGE' ? { kind: 'too-large' } : { kind: 'broken', message: error.message }
  }
}
