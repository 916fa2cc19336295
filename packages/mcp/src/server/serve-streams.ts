import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import type { FramingProblem } from '@poundlock/jsonrpc'
import { connectStreams } from '@poundlock/jsonrpc/node'
import { takesBatches } from '../connection/protocol.ts'
import { ambiguity } from './ambiguity.ts'
import type { McpPassThrough } from './pass-through/pass-through.ts'
import { peersFor } from './peers-for.ts'
import type { McpServed } from './served.ts'

/** A server for one client, or for many. */
export interface McpServing {
  /** Call it when the result of `tools` changes: it notifies clients. */
  toolsChanged(): void
  /** Settles when no client can call any more. */
  readonly closed: Promise<ServingEnd>
  /** Gives up the calls that are under way, and settles when they have ended. */
  close(): Promise<void>
}

/** Why a connection of MCP has ended. */
export interface ServingEnd {
  /** Why, a sentence. */
  readonly message: string
  /** Set where a client's message cannot be read. */
  readonly problem?: FramingProblem
  /** Whether it ended by an error: an unreadable message, or the end of the passed server. */
  readonly isFault: boolean
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
  const { promise: closed, resolve: end } = Promise.withResolvers<ServingEnd>()
  const peer = peers.make({
    session: newSession(),
    end(why) {
      end({ message: why, isFault: true })
      connection.close()
    },
  })
  const connection = connectStreams(streams.input, streams.output, {
    framing: 'newline',
    problemOf: ambiguity,
    onRequest: (method, params, request) => peer.answer(method, params, request),
    onNotification: (method, params) => peer.notified(method, params),
    takesBatches: () => takesBatches(peer.revision),
    onClose({ problem, message }) {
      peer.close()
      // A client that is killed may leave a message unfinished.
      const isFault = problem !== undefined && problem !== 'truncated_frame'
      end({ message, isFault, ...(problem !== undefined && { problem }) })
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

/** The session of a connection in records and grants. */
export const newSession = (): string => `mcp-${randomUUID().slice(0, 8)}`
