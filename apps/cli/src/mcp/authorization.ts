import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AuthorizationStore, type McpAuthorization, McpError } from '@poundlock/mcp'
import { authorizationStore } from './authorization-store.ts'

const PATH = '/callback'

/** Uses the stored authorization, and never asks a person. */
export function storedAuthorization(folder: string): McpAuthorization {
  return {
    store: authorizationStore(folder),
    redirectUrl: `http://127.0.0.1${PATH}`,
    authorize: async (server) => {
      throw new McpError(`The server ${JSON.stringify(server)} wants to know who asks.`, {
        code: 'MCP_AUTHORIZATION',
        details: { server },
        remedy: `Say it once: poundlock mcp login ${server}, or set its headers.`,
      })
    },
  }
}

/** Shows a person where to go, and waits on this machine until they are sent back. */
export async function openLogin(
  store: AuthorizationStore,
  show: (address: URL) => void,
  signal: AbortSignal,
): Promise<{ readonly authorization: McpAuthorization; readonly close: () => void }> {
  /** Waiting logins by `state`: any user of this machine can call this address. */
  const waiting = new Map<string, PromiseWithResolvers<URLSearchParams>>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname !== PATH) return void response.writeHead(404).end()
    const state = url.searchParams.get('state') ?? ''
    const answered = waiting.get(state)
    waiting.delete(state)
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }
    response.writeHead(answered ? 200 : 400, headers)
    if (!answered) return void response.end('No login waits for this. Open the address that poundlock shows.\n')
    response.end('Done. You can close this page.\n')
    answered.resolve(url.searchParams)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    for (const { reject } of waiting.values()) reject(new Error('it was stopped'))
  }
  signal.addEventListener('abort', stop, { once: true })
  return {
    authorization: {
      store,
      redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
      async authorize(_server, address) {
        signal.throwIfAborted()
        const answered = Promise.withResolvers<URLSearchParams>()
        waiting.set(address.searchParams.get('state') ?? '', answered)
        show(address)
        return answered.promise
      },
    },
    close: () => void server.close(),
  }
}
