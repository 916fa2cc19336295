import { AsyncLocalStorage } from 'node:async_hooks'
import { Connection, type MessageId } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { METHODS } from '../../connection/protocol.ts'
import type { ClientOptions, ClientPeer, ClientPeers } from '../client-peer.ts'
import { LARGEST_MESSAGE, MOST_CALLS } from '../serve-streams.ts'
import { META, SERVER_METHODS } from '../stateless.ts'
import type { ReplyTo } from './batch-reply.ts'
import type { Reply } from './reply.ts'

interface Sent {
  readonly id?: MessageId
  readonly method?: string
  readonly params?: { readonly _meta?: Readonly<Record<string, MessageId>>; readonly progressToken?: MessageId }
  readonly error?: { readonly code: number }
}

/** The request that a message sent before its answer belongs to. */
const current = new AsyncLocalStorage<ReplyTo>()
const encoder = new TextEncoder()

/**
 * One client over HTTP: its requests go to a connection, and the connection's messages to the request that they belong
 * to.
 */
export class HttpClient {
  readonly peer: ClientPeer
  readonly #connection: Connection
  readonly #replies = new Map<MessageId, ReplyTo>()
  /** Of requests whose client wants to know how they get on. */
  readonly #tokens = new Map<MessageId, ReplyTo>()
  /** The stream for messages that belong to no request. */
  #stream: Reply | undefined
  #lastUsed = performance.now()

  constructor(peers: ClientPeers, client: ClientOptions) {
    this.peer = peers.make(client)
    this.#connection = new Connection({
      framing: 'newline',
      platform: nodePlatform,
      transport: {
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

  /** Milliseconds since its last request; 0 while one is running. */
  get idle(): number {
    return this.#replies.size > 0 || this.#stream ? 0 : performance.now() - this.#lastUsed
  }

  isAnswering(id: MessageId): boolean {
    return this.#replies.has(id)
  }

  /** @param reply where the answer goes, of a request */
  receive(message: object, reply?: ReplyTo): void {
    this.#lastUsed = performance.now()
    const take = () => this.#connection.receive(encoder.encode(`${JSON.stringify(message)}\n`))
    if (!reply) return take()
    const { id, params } = message as Sent
    this.#replies.set(id!, reply)
    const token = params?.['_meta']?.['progressToken']
    if (token !== undefined) this.#tokens.set(token, reply)
    current.run(reply, take)
  }

  /** The client has gone before the answer. */
  giveUp(requestId: MessageId): void {
    if (!this.#forget(requestId)) return
    this.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
  }

  /** Opens the stream for messages that belong to no request, and replaces the one before. */
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
    // Without a stream a notification is lost, and a request is refused.
    if (message.id !== undefined) this.#refuse(message.id)
  }

  #forget(id: MessageId): ReplyTo | undefined {
    const reply = this.#replies.get(id)
    this.#replies.delete(id)
    for (const [token, of] of this.#tokens) if (of === reply) this.#tokens.delete(token)
    return reply
  }

  /** The reply of the request that a message belongs to, as far as it is known; else the stream for other messages. */
  #streamFor({ id, method, params }: Sent): ReplyTo | undefined {
    const subscribed = params?.['_meta']?.[META.subscriptionId]
    if (subscribed !== undefined) return this.#replies.get(subscribed) ?? this.#stream
    const requestId = method === METHODS.progress ? this.#tokens.get(params!.progressToken!) : undefined
    const within = current.getStore()
    const open = [...this.#replies.values()].filter((reply) => !reply.ended)
    const own = requestId ?? (within && open.includes(within) ? within : undefined)
    if (own && !own.ended) return own
    // A request of the server belongs to the client's request, where there is only one.
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
