import type { IncomingMessage, ServerResponse } from 'node:http'
import { peersFor } from '../peers-for.ts'
import type { McpServed } from '../served.ts'
import { type BodyReader, HttpEndpoint } from './http-endpoint.ts'

/** Streamable HTTP for the clients of one owner, in a server that has checked who sends a request. */
export interface McpHttpEndpoint {
  /** Answers a request. The sessions that it may name are those of this endpoint. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Call it when the result of `tools` changes: it notifies clients. */
  toolsChanged(): void
  /** Gives up the calls that are under way, and settles when they have ended. */
  close(): Promise<void>
}

/**
 * Serves clients over Streamable HTTP in an HTTP server of yours.
 *
 * @param options.readBody instead of the usual limit of 8 MiB
 */
export function openHttpEndpoint(served: McpServed, options: { readonly readBody?: BodyReader } = {}): McpHttpEndpoint {
  const peers = peersFor(served)
  const endpoint = new HttpEndpoint(peers, options.readBody)
  return {
    answer: (request, response) => endpoint.answer(request, response),
    toolsChanged: () => endpoint.toolsChanged(),
    async close() {
      endpoint.close()
      await peers.close()
    },
  }
}
