import type { RequestStore, ShownRequest, Surface } from '@poundlock/approvals/node'
import type { IncomingCall, OpenChannels, OutgoingAnswer } from '@poundlock/channels'

/** Opens the configured chats over the store that their answers go to; `null` where none are configured. */
export type OpenApprovalChannels = (
  store: RequestStore,
  onProblem: (channel: string, error: unknown) => void,
) => Promise<OpenChannels | null>

/** The chats in which requests are shown. Others can take their place while requests wait. */
export class Chats implements Surface {
  readonly name = 'channels'
  readonly #store: RequestStore
  readonly #onProblem: (channel: string, error: unknown) => void
  /** What waits, and the chats that it was shown in. */
  readonly #waiting = new Map<string, { readonly shown: ShownRequest; at: OpenChannels | null }>()
  #opener: OpenApprovalChannels | null = null
  /** The chats; requests and answers wait while they are exchanged. */
  #open: Promise<OpenChannels | null> = Promise.resolve(null)

  constructor(store: RequestStore, onProblem: (channel: string, error: unknown) => void) {
    this.#store = store
    this.#onProblem = onProblem
  }

  /** @throws PoundlockError when they cannot be opened; there are none then */
  async open(opener: OpenApprovalChannels): Promise<void> {
    const opening = opener(this.#store, this.#onProblem)
    this.#open = opening.catch(() => null)
    await opening
    this.#opener = opener
  }

  /**
   * Closes the chats, opens others, and shows there what waits.
   *
   * @throws PoundlockError when they cannot be opened; those from before are open again then, if they can be
   */
  async exchange(opener: OpenApprovalChannels): Promise<void> {
    const before = this.#opener
    const old = this.#open
    const exchanging = (async () => {
      // Both may listen at the same port.
      await (await old)?.close()
      return opener(this.#store, this.#onProblem)
    })()
    this.#open = exchanging.catch(() => before?.(this.#store, this.#onProblem) ?? null)
    try {
      await exchanging
      this.#opener = opener
    } finally {
      const open = await this.#open.catch((error: unknown) => {
        this.#onProblem(this.name, error)
        return null
      })
      this.#open = Promise.resolve(open)
      const elsewhere = [...this.#waiting.values()].filter(({ at }) => at !== open)
      await Promise.all(elsewhere.map(({ shown }) => this.show(shown)))
    }
  }

  async show(shown: ShownRequest): Promise<boolean> {
    const open = await this.#open
    if (shown.signal.aborted) return false
    const { id } = shown.stored
    this.#waiting.set(id, { shown, at: open })
    shown.signal.addEventListener('abort', () => this.#waiting.delete(id), { once: true })
    return open?.show(shown) ?? false
  }

  /** Whether a service of this name sends its answers by HTTP. */
  async receives(name: string): Promise<boolean> {
    return (await this.#open)?.receivers.includes(name) ?? false
  }

  /** Takes an answer that a service sent. The channel checks its signature. */
  async receive(name: string, call: IncomingCall): Promise<OutgoingAnswer> {
    const open = await this.#open
    return open?.receive(name, call) ?? { status: 404, json: { error: 'nothing is served here' } }
  }

  async close(): Promise<void> {
    await (await this.#open)?.close()
  }
}
