import { AsyncLocalStorage } from 'node:async_hooks'
import { Connection, type MessageId } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { LARGEST_MESSAGE, MOST_CALLS } from '../serve-streams.ts'
import type { McpServed } from '../served.ts'
import { ServerPeer } from '../server-peer.ts'
import { META } from '../stateless.ts'
import type { SuspendedCalls } from '../suspended-calls.ts'
import type { Reply } from './reply.ts'

interface Sent {
  readonly id?: MessageId
  readonly method?: string
  readonly params?: { readonly _meta?: Readonly<Record<string, MessageId>> }
  readonly error?: { readonly code: number }
}

/** Which request something belongs to that is told before its answer. */
const current = new AsyncLocalStorage<Reply>()
const encoder = new TextEncoder()

/** One client over HTTP: what it posts goes to a connection, and what the connection sends to the request it belongs to. */
export class HttpClient {
  readonly peer: ServerPeer
  readonly #connection: Connection
  readonly #replies = new Map<MessageId, Reply>()
  /** For what belongs to no request. */
  #stream: Reply | undefined
  #lastUsed = performance.now()

  constructor(served: McpServed, options: { readonly session: string; readonly suspended: SuspendedCalls }) {
    this.peer = new ServerPeer(served, options)
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
    this.#replies.set((message as { id: MessageId }).id, reply)
    current.run(reply, take)
  }

  /** Whoever waited for an answer has gone: nobody will get it. */
  giveUp(requestId: MessageId): void {
    if (!this.#replies.delete(requestId)) return
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
      const reply = this.#replies.get(message.id!)
      this.#replies.delete(message.id!)
      this.#lastUsed = performance.now()
      await reply?.answer(text, message)
      return
    }
    const subscribed = message.params?.['_meta']?.[META.subscriptionId]
    const own = subscribed === undefined ? current.getStore() : this.#replies.get(subscribed)
    const stream = own && !own.ended ? own : this.#stream
    if (stream && !stream.ended) return stream.tell(text)
    // A notice that nobody listens for is lost; a question that nobody can hear will never be answered.
    if (message.id !== undefined) this.#refuse(message.id)
  }

  #refuse(id: MessageId): void {
    const error = { code: -32_000, message: 'the client does not listen' }
    setImmediate(() => this.#connection.receive(encoder.encode(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`)))
  }
}
