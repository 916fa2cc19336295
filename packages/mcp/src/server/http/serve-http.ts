import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MessageId, readMessage } from '@poundlock/jsonrpc'
import { isStateless, isValues, SERVED_REVISIONS, unsupportedRevision } from '../client-request.ts'
import type { McpPassThrough } from '../pass-through/pass-through.ts'
import { peersFor } from '../peers-for.ts'
import { type McpServing, newSession } from '../serve-streams.ts'
import type { McpServed } from '../served.ts'
import { STATELESS_ERRORS, STATELESS_REVISION } from '../stateless.ts'
import { type GateOptions, refuse } from './gate.ts'
import { HttpClient } from './http-client.ts'
import { HttpSessions } from './http-sessions.ts'
import { readBody } from './read-body.ts'
import { Reply } from './reply.ts'

export interface ServeHttpOptions extends GateOptions {
  /** The address to listen at. */
  readonly address: string
  /** `0` for any that is free. */
  readonly port: number
}

export interface McpHttpServing extends McpServing {
  readonly url: string
}

const PATH = '/mcp'
const LARGEST_BODY = 8 * 1024 * 1024
/** Requests without a handshake that are answered at a time, of all clients together. */
const MOST_STATELESS = 64

/**
 * Serves clients over Streamable HTTP. Nobody is answered without the token, from a page of elsewhere, or under a name
 * that is not ours.
 *
 * @throws the error of the system when the port cannot be had
 */
export async function serveHttp(
  served: McpServed | McpPassThrough,
  options: ServeHttpOptions,
): Promise<McpHttpServing> {
  const peers = peersFor(served)
  const sessions = new HttpSessions((session, over) => new HttpClient(peers, { session, end: over }))
  const stateless = new Set<HttpClient>()
  const statelessSession = newSession()
  const { promise: closed, resolve: end } = Promise.withResolvers<string>()

  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 30_000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.address, port: options.port }, resolve)
  })
  const { address, port, family } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined)
    const refusal = refuse(request, options)
    if (refusal) return fail(response, refusal.status, refusal.message, { headers: refusal.headers ?? {} })
    if (new URL(request.url ?? '/', 'http://host').pathname !== PATH)
      return fail(response, 404, `Not found: ${PATH} is`)
    if (request.method === 'POST') return post(request, response)
    const session = request.headers['mcp-session-id']
    const client = typeof session === 'string' ? sessions.get(session) : undefined
    if (request.method !== 'GET' && request.method !== 'DELETE') {
      return fail(response, 405, 'Method not allowed', { headers: { Allow: 'GET, POST, DELETE' } })
    }
    if (session === undefined) {
      return fail(response, request.method === 'GET' ? 405 : 400, 'Mcp-Session-Id is missing: initialize first', {
        headers: { Allow: 'POST' },
      })
    }
    if (!client) return fail(response, 404, 'There is no such session: initialize anew')
    if (request.method === 'DELETE') {
      sessions.end(session as string)
      response.writeHead(204).end()
      return
    }
    if (!accepts(request, 'text/event-stream')) return fail(response, 406, 'Accept text/event-stream')
    const stream: Reply = new Reply(response, { onGone: () => client.unlisten(stream) })
    client.listen(stream)
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
      return fail(response, 415, 'Content-Type must be application/json')
    }
    if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream')) {
      return fail(response, 406, 'Accept must name both application/json and text/event-stream')
    }
    const body = await readBody(request, LARGEST_BODY)
    if (body.kind === 'too-large') {
      return fail(response, 413, `At most ${LARGEST_BODY} bytes at once`, { headers: { Connection: 'close' } })
    }
    if (body.kind === 'broken') return fail(response, 400, body.message, { code: -32_700 })
    const read = readMessage(body.value)
    if (read.kind === 'invalid') return fail(response, 400, read.error.message, { code: read.error.code, id: read.id })
    if (read.kind === 'ignored') return fail(response, 400, 'Invalid request: it is neither a request nor an answer')
    const { message } = read
    if (read.kind === 'request' && isOfStateless(request, message)) {
      return answerStateless(request, response, message as StatelessRequest)
    }
    return answerInSession(request, response, { kind: read.kind, message })
  }

  function answerInSession(
    request: IncomingMessage,
    response: ServerResponse,
    { kind, message }: { readonly kind: string; readonly message: object },
  ): void {
    const { id, method } = message as { id?: MessageId; method?: string }
    const named = request.headers['mcp-session-id']
    const revision = request.headers['mcp-protocol-version']
    if (revision !== undefined && !SERVED_REVISIONS.includes(String(revision))) {
      return fail(response, 400, `Unsupported protocol version: ${SERVED_REVISIONS.join(', ')} are served`)
    }
    const starts = kind === 'request' && method === 'initialize' && named === undefined
    if (named === undefined && !starts) return fail(response, 400, 'Mcp-Session-Id is missing: initialize first')
    const opened = starts ? sessions.open() : undefined
    if (opened === null) return fail(response, 503, 'Too many sessions are open; end one, or try again later')
    const client = opened?.client ?? sessions.get(String(named))
    if (!client) return fail(response, 404, 'There is no such session: initialize anew', { id: id ?? null })
    if (opened) response.setHeader('Mcp-Session-Id', opened.id)
    if (kind !== 'request') {
      client.receive(message)
      response.writeHead(202).end()
      return
    }
    if (client.isAnswering(id!)) return fail(response, 400, 'Invalid request: its id is under way', { code: -32_600 })
    client.receive(message, new Reply(response, { onGone: () => client.giveUp(id!) }))
  }

  function answerStateless(request: IncomingMessage, response: ServerResponse, message: StatelessRequest): void {
    const { id } = message
    const mismatch = findMismatch(request, message, peers.revisions)
    if (mismatch !== null)
      return fail(response, 400, mismatch.message, { code: mismatch.code, data: mismatch.data, id })
    if (stateless.size >= MOST_STATELESS) return fail(response, 503, 'Busy: try again later', { id })
    // Each request is a client of its own: nothing is known from one to the next.
    const client: HttpClient = new HttpClient(peers, {
      session: statelessSession,
      end: () => over(),
      isOneRequest: true,
    })
    stateless.add(client)
    const over = () => {
      stateless.delete(client)
      client.close()
    }
    response.once('close', over)
    client.receive(message, new Reply(response, { statusOf: statelessStatus, onGone: over }))
  }

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`,
    closed,
    toolsChanged() {
      for (const client of [...sessions.clients(), ...stateless]) client.peer.toolsChanged()
    },
    async close() {
      sessions.close()
      for (const client of stateless) client.close()
      await peers.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      end('It was closed.')
    },
  }
}

interface StatelessRequest {
  readonly id: MessageId
  readonly method: string
  readonly params?: unknown
}

/** One that says so in its body or in its header, without a handshake before. */
function isOfStateless({ headers }: IncomingMessage, message: object): boolean {
  if (isStateless((message as { params?: never }).params)) return true
  return headers['mcp-session-id'] === undefined && headers['mcp-protocol-version'] === STATELESS_REVISION
}

/** What a request is about, as the header has it, too. Source: the same as below. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** What a request says twice must be the same. Source: Model Context Protocol, 2026-07-28, Streamable HTTP, Request Metadata. */
function findMismatch(
  { headers }: IncomingMessage,
  { method, params }: StatelessRequest,
  supported: readonly string[],
): { readonly code: number; readonly message: string; readonly data?: unknown } | null {
  const values = isValues(params) ? params : {}
  const meta = isValues(values['_meta']) ? values['_meta'] : {}
  const revision = meta['io.modelcontextprotocol/protocolVersion']
  if (revision === undefined) {
    return { code: -32_602, message: 'Invalid params: _meta: io.modelcontextprotocol/protocolVersion is missing' }
  }
  const named = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined
  const differs = (name: string, expected: unknown) =>
    headers[name] === expected
      ? null
      : { code: STATELESS_ERRORS.headerMismatch, message: `Header mismatch: ${name} is not what the body says` }
  const mismatch = differs('mcp-protocol-version', revision)
  if (mismatch) return mismatch
  if (revision !== STATELESS_REVISION)
    return unsupportedRevision(headers['mcp-protocol-version'] as string, supported).error
  return differs('mcp-method', method) ?? (named === undefined ? null : differsName(headers['mcp-name'], values[named]))
}

/** Names that are no plain text come in Base64. Source: the same, Value Encoding. */
function differsName(header: string | string[] | undefined, name: unknown) {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(String(header)) ?? []
  const given = encoded === undefined ? header : Buffer.from(encoded, 'base64').toString()
  if (given === name) return null
  return { code: STATELESS_ERRORS.headerMismatch, message: 'Header mismatch: mcp-name is not what the body says' }
}

function statelessStatus({ error }: { readonly error?: { readonly code: number } }): number {
  if (!error) return 200
  return error.code === -32_601 ? 404 : error.code === -32_603 ? 500 : 400
}

function accepts({ headers }: IncomingMessage, type: string): boolean {
  const [group] = type.split('/')
  return (headers.accept ?? '').split(',').some((part) => {
    const [media = ''] = part.trim().toLowerCase().split(';')
    return media === type || media === '*/*' || media === `${group}/*`
  })
}

function fail(
  response: ServerResponse,
  status: number,
  message: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>
    readonly code?: number
    readonly id?: MessageId | null
    readonly data?: unknown
  } = {},
): void {
  const { headers = {}, code = -32_600, id = null, data } = options
  const error = { code, message, ...(data !== undefined && { data }) }
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, error }))
}
