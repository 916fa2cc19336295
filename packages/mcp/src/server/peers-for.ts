import type { ClientPeers } from './client-peer.ts'
import { SERVED_REVISIONS } from './client-request.ts'
import { passThroughPeers } from './pass-through/pass-through-peers.ts'
import type { McpPassThrough } from './pass-through/pass-through.ts'
import type { McpServed } from './served.ts'
import { ServerPeer } from './server-peer.ts'
import { SuspendedCalls } from './suspended-calls.ts'

/** The peers for served tools, or for a server in pass-through mode. */
export function peersFor(served: McpServed | McpPassThrough): ClientPeers {
  const suspended = new SuspendedCalls()
  const pending = new Set<Promise<unknown>>()
  const follow = <Result>(calling: Promise<Result>): Promise<Result> => {
    pending.add(calling)
    const forget = () => void pending.delete(calling)
    calling.then(forget, forget)
    return calling
  }
  if ('open' in served) {
    const peers = passThroughPeers(
      {
        ...served,
        open: (events) => served.open(events),
        callable: (tools, session) => served.callable(tools, session),
        take: (request) => follow(served.take(request)),
      },
      suspended,
    )
    return {
      ...peers,
      async close() {
        suspended.close()
        await Promise.all([Promise.allSettled(pending), peers.close()])
      },
    }
  }
  const followed: McpServed = {
    ...served,
    tools: (session) => served.tools(session),
    call: (call) => follow(served.call(call)),
  }
  return {
    revisions: SERVED_REVISIONS,
    make: ({ session, isOneRequest = false }) => new ServerPeer(followed, { session, suspended, isOneRequest }),
    async close() {
      suspended.close()
      await Promise.allSettled(pending)
    },
  }
}
