import { RpcFailure } from '@poundlock/jsonrpc'
import type { McpServed } from '@poundlock/mcp'
import { GatewayError, HTTP_ERRORS } from '@poundlock/protocol'
import type { ConnectionHost } from '../connection/connection-host.ts'
import { newId } from '../identity/secrets.ts'
import { ClientToolCall } from './client-tool-call.ts'
import { requestsOf } from './device-requests.ts'
import { LeftCalls } from './left-calls.ts'
import { servedResult } from './served-result.ts'

const INSTRUCTIONS = `These tools are guarded: each call is decided by a policy, runs contained where that is possible, and is recorded. A call that is refused says why and what would allow it; do not try to reach the same by another way, ask the person instead.`

/**
 * The tools of the gateway for the clients of one device. Each session of MCP is a session of the gateway.
 *
 * @param workspace of the sessions; the first one of the gateway unless set
 */
export function servedTools(host: ConnectionHost, deviceId: string, workspace?: string): McpServed {
  const request = requestsOf(host, deviceId)
  const left = new LeftCalls()
  const place = workspace === undefined ? {} : { workspace }
  const sessions = new Map<string, Promise<string>>()
  const sessionOf = (name: string): Promise<string> => {
    let session = sessions.get(name)
    if (session === undefined) {
      session = request('sessions.create', { label: name, ...place }, { key: newId() }).then(
        (begun) => begun.session.id,
      )
      sessions.set(name, session)
      // The next request begins one.
      session.catch(() => sessions.delete(name))
    }
    return session
  }
  return {
    info: { name: 'poundlock', title: host.gatewayName, version: host.version },
    instructions: INSTRUCTIONS,
    async tools(name) {
      try {
        const { tools } = await request('tools.list', { session: await sessionOf(name) })
        return tools.map(({ summary, ...tool }) => ({ ...tool, ...(summary !== undefined && { title: summary }) }))
      } catch (error) {
        throw asFailure(error)
      }
    },
    async call(call) {
      try {
        const session = await sessionOf(call.session)
        const key = left.take(session, call) ?? newId()
        const running = new ClientToolCall({ request, call, session, key, patienceMs: host.bounds.mcpPatienceMs })
        const result = await running.end()
        if (result.kind === 'ended') return servedResult(result.result)
        left.add(session, call, key)
        return { content: [{ type: 'text', text: result.message }], isError: true }
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        return { content: [{ type: 'text', text: `${error.code}: ${error.message}` }], isError: true }
      }
    },
    sessionEnded(name) {
      const session = sessions.get(name)
      sessions.delete(name)
      // A gateway that stops leaves what waits as it is, and refuses this.
      void session
        ?.then((id) => request('sessions.abort', { session: id, reason: 'its client of MCP ended it' }))
        .catch(() => undefined)
    },
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error
  const { code, message } = error
  return new RpcFailure({ code: HTTP_ERRORS[code].rpc, message, data: { code } })
}
