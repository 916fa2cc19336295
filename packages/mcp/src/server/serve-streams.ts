import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { connectStreams } from '@poundlock/jsonrpc/node'
import type { McpPassThrough } from './pass-through/pass-through.ts'
import { peersFor } from './peers-for.ts'
import type { McpServed } from './served.ts'

/** What serves one client, or many. */
export interface McpServing {
  /** To be called when `tools` would answer something else: clients are told. */
  toolsChanged(): void
  /** Settles when nobody can call any more, with the reason. */
  readonly closed: Promise<string>
  /** Gives up the calls that are under way, and settles when they have ended. */
  close(): Promise<void>
}

/** Requests of one client that are answered at a time. */
export const MOST_CALLS = 64
/** Bytes of one message of a client. */
export const LARGEST_MESSAGE = 16 * 1024 * 1024

/** Serves the client at the other end of two streams, one message a line: for one's own input and output. */
export function serveStreams(
  served: McpServed | McpPassThrough,
  streams: { readonly input: Readable; readonly output: Writable },
): McpServing {
  const peers = peersFor(served)
  const { promise: closed, resolve: end } = Promise.withResolvers<string>()
  const peer = peers.make({
    session: newSession(),
    end(why) {
      end(why)
      connection.close()
    },
  })
  const connection = connectStreams(streams.input, streams.output, {
    framing: 'newline',
    onRequest: (method, params, request) => peer.answer(method, params, request),
    onNotification: (method, params) => peer.notified(method, params),
    onClose({ message }) {
      peer.close()
      end(message)
    },
    limits: { maxFrameBytes: LARGEST_MESSAGE, maxIncoming: MOST_CALLS },
  })
  peer.attach(connection)
  return {
    toolsChanged: () => peer.toolsChanged(),
    closed,
    async close() {
      connection.close()
      await peers.close()
    },
  }
}

/** What records and grants know a connection by. */
export const newSession = (): string => `mcp-${randomUUID().slice(0, 8)}`
