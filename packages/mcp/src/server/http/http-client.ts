import { AsyncLocalStorage } from 'node:async_hooks'
import { Connection, type MessageId } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { METHODS } from '../../connection/protocol.ts'
import type { ClientOptions, ClientPeer, ClientPeers } from '../client-peer.ts'
import { LARGEST_MESSAGE, MOST_CALLS } from '../serve-streams.ts'
import { META, SERVER_METHODS } from '../stateless.ts'
import type { Reply } from './reply.ts'

interface Sent {
  readonly id?: MessageId
  readonly method?: string
  readonly params?: { readonly _meta?: Readonly<Record<string, MessageId>>; readonly progressToken?: MessageId }
  readonly error?: { readonly code: number }
}

/** Which request something belongs to that is told before its answer. */
const current = new AsyncLocalStorage<Reply>()
const encoder = new TextEncoder()

/** One client over HTTP: what it posts goes to a connection, and what the connection sends to the request it belongs to. */
export class HttpClient {
  readonly peer: ClientPeer
  readonly #connection: Connection
  readonly #replies = new Map<MessageId, Reply>()
  /** Of requests whose client wants to know how they get on. */
  readonly #tokens = new Map<MessageId, Reply>()
  /** For what belongs to no request. */
  #stream: Reply | undefined
  #lastUsed = performance.now()

  constructor(peers: ClientPeers, client: ClientOptions) {
    this.peer = peers.make(client)
    this.#connection = new Connection({
      framing: 'newline',
      platform: nodePlatform,
      carrier: {
        send: (text) => this.#send(text),
        close: () => {
          for (const reply of [...this.#replies.values(), this.#stream]) reply?.end()
        },
      },
      onRequest: (method, params, request) =>
        this.peer.answer(method, params, { ...request, signal: request.signal as AbortSignal }),
      onNotification: (method, params) => this.peer.notified(method, params),
      limits: { maxFrameBytes: LARGEST_MESSAGE, maxIncoming: MOST_CALLS },
    })
    this.peer.attach(this.#connection)
  }

  /** Milliseconds since it was last heard of; 0 while something of it is under way. */
  get idle(): number {
    return this.#replies.size > 0 || this.#stream ? 0 : performance.now() - this.#lastUsed
  }

  isAnswering(id: MessageId): boolean {
    return this.#replies.has(id)
  }

  /** @param reply where the answer goes, of a request */
  receive(message: object, reply?: Reply): void {
    this.#lastUsed = performance.now()
    const take = () => this.#connection.receive(encoder.encode(`${JSON.stringify(message)}\n`))
    if (!reply) return take()
    const { id, params } = message as Sent
    this.#replies.set(id!, reply)
    const token = params?.['_meta']?.['progressToken']
    if (token !== undefined) this.#tokens.set(token, reply)
    current.run(reply, take)
  }

  /** Whoever waited for an answer has gone: nobody will get it. */
  giveUp(requestId: MessageId): void {
    if (!this.#forget(requestId)) return
    this.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
  }

  /** Takes a stream for what belongs to no request, in place of the one before. */
  listen(stream: Reply): void {
    this.#stream?.end()
    this.#stream = stream
    stream.open()
  }

  unlisten(stream: Reply): void {
    if (this.#stream === stream) this.#stream = undefined
    this.#lastUsed = performance.now()
  }

  close(): void {
    this.peer.close()
    this.#connection.close()
  }

  async #send(text: string): Promise<void> {
    const message = JSON.parse(text) as Sent
    if (message.method === undefined) {
      const reply = this.#forget(message.id!)
      this.#lastUsed = performance.now()
      await reply?.answer(text, message)
      return
    }
    const stream = this.#streamFor(message)
    if (stream && !stream.ended) return stream.tell(text)
    // A notice that nobody listens for is lost; a question that nobody can hear will never be answered.
    if (message.id !== undefined) this.#refuse(message.id)
  }

  #forget(id: MessageId): Reply | undefined {
    const reply = this.#replies.get(id)
    this.#replies.delete(id)
    for (const [token, of] of this.#tokens) if (of === reply) this.#tokens.delete(token)
    return reply
  }

  /** That of the request which it belongs to, as far as that can be known; else the one for what belongs to none. */
  #streamFor({ id, method, params }: Sent): Reply | undefined {
    const subscribed = params?.['_meta']?.[META.subscriptionId]
    if (subscribed !== undefined) return this.#replies.get(subscribed) ?? this.#stream
    const told = method === METHODS.progress ? this.#tokens.get(params!.progressToken!) : undefined
    const within = current.getStore()
    const open = [...this.#replies.values()].filter((reply) => !reply.ended)
    const own = told ?? (within && open.includes(within) ? within : undefined)
    if (own && !own.ended) return own
    // What somebody else's server asks or says belongs to what it was asked, where that is one thing only.
    const belongs = id !== undefined || method === SERVER_METHODS.message
    if (belongs && open.length === 1) return open[0]
    if (this.#stream && !this.#stream.ended) return this.#stream
    return belongs ? open.at(-1) : undefined
  }

  #refuse(id: MessageId): void {
    const error = { code: -32_000, message: 'the client does not listen' }
    setImmediate(() => this.#connection.receive(encoder.encode(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)))
  }
}
