import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { McpServerDefinition } from '../../src/index.ts'

/** A server that is reached at an address. */
export const reached = (
  url: string,
  more: Partial<McpServerDefinition> & { kind?: 'http' | 'sse' } = {},
): McpServerDefinition => {
  const { kind = 'http', ...rest } = more
  return { name: 'far', transport: { kind, url, headers: { 'X-Key': '${KEY:-none}' } }, ...rest }
}

/** A server that answers each message with what it is told to. */
export async function startFake(
  answer: (message: any, request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const isJson = /^[[{]/.test(body)
    const message = isJson ? (JSON.parse(body) as { id?: unknown }) : {}
    const result = answer(message, request, response)
    if (response.headersSent || response.writableEnded) return
    if (message.id === undefined) {
      response.writeHead(202).end()
      return
    }
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...(result as object) }))
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** What a server of the older revisions says first; it knows nothing else. */
export const introduction = ({ method }: { method?: string }) => {
  if (method === 'initialize') {
    return {
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'fake', version: '1' },
      },
    }
  }
  return { error: { code: -32_601, message: 'no such method' } }
}
