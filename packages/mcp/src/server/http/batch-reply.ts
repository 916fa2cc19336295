import type { MessageId } from '@poundlock/jsonrpc'
import type { Reply } from './reply.ts'

/** The reply to one request: a response of its own, or a part of one. */
export type ReplyTo = Pick<Reply, 'ended' | 'tell' | 'answer' | 'end'>

/**
 * The stream for the requests of one batch: each is answered when it is done, and the stream ends with the last.
 *
 * Source: Model Context Protocol, 2025-03-26, Streamable HTTP, Sending Messages to the Server.
 */
export class BatchReply {
  readonly #stream: Reply
  readonly #open = new Set<MessageId>()

  /** @param batch.refusals the errors for elements that are no messages */
  constructor(stream: Reply, batch: { readonly ids: readonly MessageId[]; readonly refusals: readonly object[] }) {
    this.#stream = stream
    for (const id of batch.ids) this.#open.add(id)
    stream.open()
    // A client that has gone is handled elsewhere.
    for (const refusal of batch.refusals) stream.tell(JSON.stringify(refusal)).catch(() => undefined)
  }

  /** Those that are not answered. */
  get open(): readonly MessageId[] {
    return [...this.#open]
  }

  part(id: MessageId): ReplyTo {
    const hasEnded = () => this.#stream.ended || !this.#open.has(id)
    const end = () => {
      if (this.#open.delete(id) && this.#open.size === 0) this.#stream.end()
    }
    const tell = (text: string) =>
      hasEnded() ? Promise.reject(new Error('the client has gone')) : this.#stream.tell(text)
    return {
      get ended() {
        return hasEnded()
      },
      tell,
      async answer(text) {
        if (hasEnded()) return
        const written = tell(text)
        end()
        await written
      },
      end,
    }
  }
}
