import { RpcFailure } from '@poundlock/jsonrpc'
import type { ClientPeers } from '../client-peer.ts'
import type { SuspendedCalls } from '../suspended-calls.ts'
import { PassThroughPeer } from './pass-through-peer.ts'
import type { McpPassThrough } from './pass-through.ts'
import { PASSED_REVISIONS } from './passed-methods.ts'
import { ServerLine } from './server-line.ts'

/** Peers that pass on to one server: each client with a line of its own, and one line for all without a session. */
export function passThroughPeers(server: McpPassThrough, suspended: SuspendedCalls): ClientPeers {
  const shared = new ServerLine(server, {
    onRequest: (method) => Promise.reject(RpcFailure.methodNotFound(method)),
    onClose: () => undefined,
  })
  const closing = new Set<Promise<void>>()
  return {
    revisions: PASSED_REVISIONS,
    make: (client) =>
      new PassThroughPeer(server, {
        ...client,
        suspended,
        shared: client.isOneRequest === true ? shared : undefined,
        onClose(end) {
          closing.add(end)
          void end.finally(() => closing.delete(end))
        },
      }),
    async close() {
      await Promise.all([shared.close(), ...closing])
    },
  }
}
