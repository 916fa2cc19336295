import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpPassThrough } from '../pass-through/pass-through.ts'
import { peersFor } from '../peers-for.ts'
import type { McpServing, ServingEnd } from '../serve-streams.ts'
import type { McpServed } from '../served.ts'
import { type GateOptions, refuse } from './gate.ts'
import { HttpEndpoint } from './http-endpoint.ts'
import { fail } from './refuse-request.ts'

const PATH = '/mcp'

/** Where MCP is served over HTTP, and for whom. */
export interface ServeHttpOptions extends GateOptions {
  /** The address to listen at. */
  readonly address: string
  /** `0` for any that is free. */
  readonly port: number
  /** Answers requests for other paths that have passed the same checks. Without it, they are not found. */
  readonly otherPaths?: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export interface McpHttpServing extends McpServing {
  /** Where clients connect. */
  readonly url: string
}

/**
 * Serves clients over Streamable HTTP. It refuses requests without the token, from pages of other origins, or for other
 * host names.
 *
 * @throws the error of the system when the port cannot be opened
 */
export async function serveHttp(
  served: McpServed | McpPassThrough,
  options: ServeHttpOptions,
): Promise<McpHttpServing> {
  const peers = peersFor(served)
  const endpoint = new HttpEndpoint(peers)
  const { promise: closed, resolve: end } = Promise.withResolvers<ServingEnd>()

  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 30_000 }, (request, response) => {
    const refusal = refuse(request, options)
    if (refusal) return fail(response, refusal.status, refusal.message, { headers: refusal.headers ?? {} })
    const isForTools = new URL(request.url ?? '/', 'http://host').pathname === PATH
    const { otherPaths } = options
    if (!isForTools && otherPaths === undefined) return fail(response, 404, `Not found: ${PATH} is`)
    const answered = isForTools ? endpoint.answer(request, response) : otherPaths!(request, response)
    answered.catch(() => response.destroy())
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.address, port: options.port }, resolve)
  })
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`,
    closed,
    toolsChanged: () => endpoint.toolsChanged(),
    async close() {
      endpoint.close()
      await peers.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      end({ message: 'It was closed.', isFault: false })
    },
  }
}
