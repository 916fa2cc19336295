import { setTimeout as wait } from 'node:timers/promises'
import type { Posted } from './post-push.ts'

/** What waits for the person at one device. */
export interface Waiting {
  readonly ids: readonly string[]
  /** When the last of them expires; milliseconds since 1970. */
  readonly until: number
}

export interface SenderParts {
  /** What waits at this moment. */
  readonly waiting: () => Waiting
  /** Sends what waits; nothing waits when the notice is to be removed. */
  readonly post: (waiting: Waiting, signal: AbortSignal) => Promise<Posted>
  /** The browser has ended the subscription. */
  readonly gone: () => void
  /** A push could not be sent: a sentence; `null` when one was again. */
  readonly problem: (problem: string | null) => void
  readonly monotonic: () => number
}

/** What comes at the same time goes with one push. */
const GATHER_MS = 250
/** What comes after a push waits for so long, and goes with one push. */
const GAP_MS = 5000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 300_000
/** The longest pause that a push service can ask for. */
const LONGEST_WISH_MS = 3_600_000
/** So long after a push that was accepted, the next one is expected to be. */
const WORKS_MS = 60_000

/** The pushes to one device, one after the other: each tells all that waits then, and replaces the one before. */
export class PushSender {
  readonly #parts: SenderParts
  readonly #closing = new AbortController()
  /** The requests of the last push; empty where no notice is shown. */
  #announced: ReadonlySet<string> = new Set()
  /** Callers that wait to learn whether a push for a request was accepted. */
  readonly #asking = new Map<string, (reached: boolean) => void>()
  #isSending = false
  /** Something changed since it was last looked what waits. */
  #hasChanged = false
  #acceptedAt = Number.NEGATIVE_INFINITY
  #failures = 0

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  /** Tells of a request. @returns whether a push service took it, or took others a moment ago */
  tell(id: string): Promise<boolean> {
    if (this.#closing.signal.aborted) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#asking.set(id, resolve)
    if (this.#parts.monotonic() - this.#acceptedAt < WORKS_MS) this.#settle([id], true)
    this.look()
    return promise
  }

  /** Sends a push for new requests. When nothing waits any more, sends one that removes the notice. */
  look(): void {
    this.#hasChanged = true
    if (!this.#isSending) void this.#sendAll()
  }

  close(): void {
    this.#closing.abort()
    this.#settle([...this.#asking.keys()], false)
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    // What changes while the last push is on its way is looked at afterwards.
    while (this.#hasChanged && !this.#closing.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one push after the other
      await this.#sendUntilAnnounced()
    }
    this.#isSending = false
  }

  async #sendUntilAnnounced(): Promise<void> {
    const { signal } = this.#closing
    let notBefore = Math.max(this.#parts.monotonic() + GATHER_MS, this.#acceptedAt + GAP_MS)
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one push after the other
      await this.#until(notBefore)
      this.#hasChanged = false
      const waiting = this.#parts.waiting()
      if (signal.aborted || !this.#isNews(waiting)) break
      // oxlint-disable-next-line no-await-in-loop -- one push after the other
      const posted = await this.#parts.post(waiting, signal)
      if (signal.aborted) break
      notBefore = this.#took(waiting, posted)
      if (posted.kind === 'gone' || posted.kind === 'refused') break
    }
    // What was settled meanwhile reached its people elsewhere.
    this.#settle([...this.#asking.keys()], false)
  }

  #isNews({ ids }: Waiting): boolean {
    return ids.length === 0 ? this.#announced.size > 0 : ids.some((id) => !this.#announced.has(id))
  }

  /** @returns the time before which nothing is sent */
  #took({ ids }: Waiting, posted: Posted): number {
    const now = this.#parts.monotonic()
    if (posted.kind === 'gone') {
      this.close()
      this.#parts.gone()
      return now
    }
    if (posted.kind === 'accepted') {
      ;[this.#announced, this.#acceptedAt, this.#failures] = [new Set(ids), now, 0]
      this.#parts.problem(null)
      this.#settle(ids, true)
      return now + GAP_MS
    }
    this.#parts.problem(posted.problem)
    if (posted.kind === 'refused') {
      // The same would be refused again: these are not sent once more.
      this.#announced = new Set(ids)
      return now
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS)
    return now + Math.min(Math.max(posted.retryAfterMs ?? 0, pause), LONGEST_WISH_MS)
  }

  #settle(ids: readonly string[], reached: boolean): void {
    for (const id of ids) {
      this.#asking.get(id)?.(reached)
      this.#asking.delete(id)
    }
  }

  async #until(time: number): Promise<void> {
    const left = time - this.#parts.monotonic()
    if (left <= 0) return
    await wait(left, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }
}
