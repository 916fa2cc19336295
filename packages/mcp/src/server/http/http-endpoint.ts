import type { IncomingMessage, ServerResponse } from 'node:http'
import { type MessageId, readMessage, type ReadMessage } from '@poundlock/jsonrpc'
import { takesBatches } from '../../connection/protocol.ts'
import type { ClientPeers } from '../client-peer.ts'
import { SERVED_REVISIONS } from '../client-request.ts'
import { MOST_CALLS, newSession } from '../serve-streams.ts'
import { BatchReply } from './batch-reply.ts'
import { HttpClient } from './http-client.ts'
import { HttpSessions } from './http-sessions.ts'
import { type ReadBody, readBody } from './read-body.ts'
import { fail } from './refuse-request.ts'
import { Reply } from './reply.ts'
import { findMismatch, isOfStateless, type StatelessRequest, statelessStatus } from './stateless-request.ts'

const LARGEST_BODY = 8 * 1024 * 1024
/** Requests without a handshake that are answered at a time, of all clients together. */
const MOST_STATELESS = 64

/** Reads the body of a request; in its own way where a server has limits of its own. */
export type BodyReader = (request: IncomingMessage) => Promise<ReadBody>

/** Answers the HTTP requests of all clients, once somebody has found that they may be answered. */
export class HttpEndpoint {
  readonly #peers: ClientPeers
  readonly #readBody: BodyReader
  readonly #sessions: HttpSessions
  readonly #stateless = new Set<HttpClient>()
  readonly #statelessSession = newSession()

  constructor(peers: ClientPeers, body: BodyReader = (request) => readBody(request, LARGEST_BODY)) {
    this.#peers = peers
    this.#readBody = body
    this.#sessions = new HttpSessions((session, over) => new HttpClient(peers, { session, end: over }))
  }

  toolsChanged(): void {
    for (const client of [...this.#sessions.clients(), ...this.#stateless]) client.peer.toolsChanged()
  }

  close(): void {
    this.#sessions.close()
    for (const client of this.#stateless) client.close()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined)
    if (request.method === 'POST') return this.#post(request, response)
    const session = request.headers['mcp-session-id']
    const client = this.#sessionOf(request)
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
      this.#sessions.end(session as string)
      response.writeHead(204).end()
      return
    }
    if (!accepts(request, 'text/event-stream')) return fail(response, 406, 'Accept text/event-stream')
    const stream: Reply = new Reply(response, { onGone: () => client.unlisten(stream) })
    client.listen(stream)
  }

  #sessionOf({ headers }: IncomingMessage): HttpClient | undefined {
    const named = headers['mcp-session-id']
    return typeof named === 'string' ? this.#sessions.get(named) : undefined
  }

  async #post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
      return fail(response, 415, 'Content-Type must be application/json')
    }
    if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream')) {
      return fail(response, 406, 'Accept must name both application/json and text/event-stream')
    }
    const body = await this.#readBody(request)
    if (body.kind === 'too-large') {
      return fail(response, 413, 'The body is too large', { headers: { Connection: 'close' } })
    }
    if (body.kind === 'ambiguous') return fail(response, 400, body.message, { code: -32_600 })
    if (body.kind === 'broken') return fail(response, 400, body.message, { code: -32_700 })
    const read = readMessage(body.value, undefined, {
      takesBatches: takesBatches(this.#sessionOf(request)?.peer.revision),
    })
    if (read.kind === 'batch') return this.#answerBatch(request, response, read.items)
    if (read.kind === 'invalid') return fail(response, 400, read.error.message, { code: read.error.code, id: read.id })
    if (read.kind === 'ignored') return fail(response, 400, 'Invalid request: it is neither a request nor an answer')
    const { message } = read
    if (read.kind === 'request' && isOfStateless(request, message)) {
      return this.#answerStateless(request, response, message as StatelessRequest)
    }
    return this.#answerInSession(request, response, { kind: read.kind, message })
  }

  #answerBatch(request: IncomingMessage, response: ServerResponse, items: readonly unknown[]): void {
    const client = this.#sessionOf(request)!
    if (items.length > MOST_CALLS) return fail(response, 400, `At most ${MOST_CALLS} messages at once`)
    const read = items.map((item) => readMessage(item))
    const ids = read.flatMap((one) => (one.kind === 'request' ? [one.message.id] : []))
    if (new Set(ids).size < ids.length || ids.some((id) => client.isAnswering(id))) {
      return fail(response, 400, 'Invalid request: an id is there twice, or under way')
    }
    const refusals = read.flatMap(refusalOf)
    const batch: BatchReply | null =
      ids.length === 0
        ? null
        : new BatchReply(new Reply(response, { onGone: () => batch!.open.forEach((id) => client.giveUp(id)) }), {
            ids,
            refusals,
          })
    for (const one of read) {
      if (one.kind === 'request') client.receive(one.message, batch!.part(one.message.id))
      else if (one.kind === 'notification' || one.kind === 'response') client.receive(one.message)
    }
    if (batch) return
    if (refusals.length === 0) response.writeHead(202).end()
    else response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(refusals))
  }

  #answerInSession(
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
    const opened = starts ? this.#sessions.open() : undefined
    if (opened === null) return fail(response, 503, 'Too many sessions are open; end one, or try again later')
    const client = opened?.client ?? this.#sessions.get(String(named))
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

  #answerStateless(request: IncomingMessage, response: ServerResponse, message: StatelessRequest): void {
    const { id } = message
    const mismatch = findMismatch(request, message, this.#peers.revisions)
    if (mismatch !== null)
      return fail(response, 400, mismatch.message, { code: mismatch.code, data: mismatch.data, id })
    if (this.#stateless.size >= MOST_STATELESS) return fail(response, 503, 'Busy: try again later', { id })
    // Each request is a client of its own: nothing is known from one to the next.
    const client: HttpClient = new HttpClient(this.#peers, {
      session: this.#statelessSession,
      end: () => over(),
      isOneRequest: true,
    })
    this.#stateless.add(client)
    const over = () => {
      this.#stateless.delete(client)
      client.close()
    }
    response.once('close', over)
    client.receive(message, new Reply(response, { statusOf: statelessStatus, onGone: over }))
  }
}

/** The error for an element that is not a message. */
function refusalOf(read: ReadMessage): readonly object[] {
  const refusal = read.kind === 'invalid' ? read : read.kind === 'ignored' ? read.refusal : undefined
  return refusal === undefined ? [] : [{ jsonrpc: '2.0', id: refusal.id, error: refusal.error }]
}

function accepts({ headers }: IncomingMessage, type: string): boolean {
  const [group] = type.split('/')
  return (headers.accept ?? '').split(',').some((part) => {
    const [media = ''] = part.trim().toLowerCase().split(';')
    return media === type || media === '*/*' || media === `${group}/*`
  })
}
