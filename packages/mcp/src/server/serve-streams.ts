import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { connectStreams } from '@poundlock/jsonrpc/node'
import type { McpServed } from './served.ts'
import { ServerPeer } from './server-peer.ts'
import { SuspendedCalls } from './suspended-calls.ts'

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
  served: McpServed,
  streams: { readonly input: Readable; readonly output: Writable },
): McpServing {
  const suspended = new SuspendedCalls()
  const underWay = new Set<Promise<unknown>>()
  const peer = new ServerPeer(follow(served, underWay), { session: newSession(), suspended })
  const { promise: closed, resolve: end } = Promise.withResolvers<string>()
  const connection = connectStreams(streams.input, streams.output, {
    framing: 'newline',
    onRequest: (method, params, request) => peer.answer(method, params, request),
    onClose({ message }) {
      suspended.close()
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
      await Promise.allSettled(underWay)
    },
  }
}

/** What records and grants know a connection by. */
export const newSession = (): string => `mcp-${randomUUID().slice(0, 8)}`

/** The same, and which calls are under way. */
export function follow(served: McpServed, underWay: Set<Promise<unknown>>): McpServed {
  return {
    ...served,
    tools: (session) => served.tools(session),
    call(call) {
      const calling = served.call(call)
      underWay.add(calling)
      const forget = () => void underWay.delete(calling)
      calling.then(forget, forget)
      return calling
    },
  }
}
