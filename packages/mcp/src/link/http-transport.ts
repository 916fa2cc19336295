import {
  type JSONRPCMessage,
  ProtocolError,
  type SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { Transport, MessageId } from '@poundlock/jsonrpc'
import { httpError, isUnauthorized } from '../http/http-error.ts'

interface Sent {
  readonly id?: MessageId
  readonly method?: string
  readonly params?: { readonly requestId?: MessageId; readonly _meta?: object }
}

const SERVER_GONE = -32_000

/**
 * Sends each message in an HTTP request of its own. A message that could not be sent is answered with an error, since
 * others may still work; without a session there is no connection that could end.
 */
export function httpTransport(
  server: string,
  transport: StreamableHTTPClientTransport | SSEClientTransport,
  receive: (message: object) => void,
): Transport {
  const pending = new Map<MessageId, AbortController>()
  const isStreamable = transport instanceof StreamableHTTPClientTransport
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  transport.onmessage = (message: JSONRPCMessage) => {
    const { id, method } = message as Sent
    if (id !== undefined && method === undefined) pending.delete(id)
    receive(message)
  }
  return {
    async send(text) {
      const message = JSON.parse(text) as Sent
      const { id, method, params } = message
      const givenUp = method === 'notifications/cancelled' ? pending.get(params!.requestId!) : undefined
      if (givenUp) {
        pending.delete(params!.requestId!)
        // A server without a session sees the end of the request.
        if (isStreamable && transport.protocolVersion === undefined) return givenUp.abort()
      }
      const asks = id !== undefined && method !== undefined
      const abort = new AbortController()
      if (asks) pending.set(id, abort)
      const sending = isStreamable
        ? transport.send(message as JSONRPCMessage, { requestSignal: abort.signal })
        : transport.send(message as JSONRPCMessage)
      if (!asks) return sending.catch(() => undefined)
      sending.catch((error: unknown) => {
        if (pending.delete(id)) receive({ jsonrpc: '2.0', id, error: errorOf(server, method, error) })
      })
    },
    close() {
      for (const abort of pending.values()) abort.abort()
      pending.clear()
      const end =
        isStreamable && transport.sessionId !== undefined
          ? transport.terminateSession().catch(() => undefined)
          : Promise.resolve()
      void end.then(() => transport.close()).catch(() => undefined)
    },
  }
}

function errorOf(server: string, method: string, error: unknown): object {
  if (ProtocolError.isInstance(error)) {
    const { code, message, data } = error
    return { code, message, ...(data !== undefined && { data }) }
  }
  const { message, remedy } = httpError(server, method, error)
  return {
    code: SERVER_GONE,
    message: isUnauthorized(error) && remedy !== undefined ? `${message} ${remedy}` : message,
  }
}
