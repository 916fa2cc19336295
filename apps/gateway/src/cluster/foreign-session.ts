import type { SessionEvent } from '@poundlock/protocol'
import type { Log } from '../dispatch/log.ts'
import { Feed } from '../feeds/feed.ts'
import { feedEvent } from '../sessions/session-feeds.ts'
import type { Cluster } from './cluster.ts'
import { SESSION_EVENTS } from './publish-sessions.ts'

/** Reads events from the gateway that has the session. @throws GatewayError where it is away */
export type AskForEvents = (after: number) => Promise<readonly SessionEvent[]>

export interface ForeignParts {
  readonly cluster: Cluster
  readonly session: string
  readonly ask: AskForEvents
  readonly log: Log
  /** Called when it cannot be followed any further. */
  readonly ended: () => void
}

/** Events of one session that are held while somebody follows or reads it, and their bytes. */
const MOST_KEPT = 5000
const MOST_KEPT_BYTES = 16 * 1024 * 1024

interface KeptEvent {
  readonly event: SessionEvent
  readonly bytes: number
}

/**
 * The events of a session that another gateway has, as the bus has them. What the bus lacks is asked of that gateway; what it
 * cannot say is a gap.
 */
export class ForeignSession {
  readonly feed: Feed
  readonly #parts: ForeignParts
  readonly #ending = new AbortController()
  #kept: KeptEvent[] = []
  #bytes = 0

  private constructor(parts: ForeignParts) {
    this.#parts = parts
    this.feed = new Feed({
      range: () => this.range(),
      read: (after, limit) => this.read(after, limit).map((event) => feedEvent(event)),
    })
  }

  /** @returns once everything that the bus has was read. @throws BusError */
  static async open(parts: ForeignParts): Promise<ForeignSession> {
    const session = new ForeignSession(parts)
    const current = Promise.withResolvers<void>()
    session.#follow(current.resolve).catch((error: unknown) => {
      parts.ended()
      current.reject(error)
      if (!session.#ending.signal.aborted) {
        parts.log('session-not-followed', { session: parts.session, error: String(error) })
      }
    })
    try {
      await current.promise
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  /** The numbers of the first event that is held and of the last one. */
  range(): { readonly first: number; readonly head: number } {
    return { first: this.#kept[0]?.event.seq ?? 1, head: this.#head }
  }

  /** Events behind a number, the oldest first. */
  read(after: number, limit: number): readonly SessionEvent[] {
    const from = this.#kept.findIndex(({ event }) => event.seq > after)
    return from === -1 ? [] : this.#kept.slice(from, from + limit).map(({ event }) => event)
  }

  close(): void {
    this.#ending.abort()
  }

  get #head(): number {
    return this.#kept.at(-1)?.event.seq ?? 0
  }

  async #follow(current: () => void): Promise<void> {
    const { cluster, session } = this.#parts
    let isLive = false
    const options = { signal: this.#ending.signal }
    // It has what the bus has dropped already, or never had.
    await this.#fill()
    for await (const happened of cluster.bus.watch({ log: [SESSION_EVENTS, session] }, options)) {
      if (happened.kind === 'current') {
        isLive = true
        current()
      } else if (happened.kind === 'entry') {
        for (const event of eventsOf(happened.entry.value, session)) await this.#take(event, isLive)
      }
    }
  }

  async #take(event: SessionEvent, isLive: boolean): Promise<void> {
    // Told twice, by a gateway that ended before it had noted that.
    if (event.seq <= this.#head) return
    if (isLive && event.seq > this.#head + 1) await this.#fill()
    this.#hold(event, isLive)
  }

  /** Asks for what comes behind the last event that is held, until there is no more. */
  async #fill(): Promise<void> {
    try {
      for (;;) {
        const events = await this.#parts.ask(this.#head)
        if (events.length === 0) return
        for (const event of events) this.#hold(event, true)
      }
    } catch {
      // The gateway is away: what the bus has is all that there is.
    }
  }

  #hold(event: SessionEvent, isLive: boolean): void {
    if (event.seq <= this.#head) return
    const bytes = JSON.stringify(event).length
    this.#kept.push({ event, bytes })
    this.#bytes += bytes
    while (this.#kept.length > MOST_KEPT || (this.#bytes > MOST_KEPT_BYTES && this.#kept.length > 1)) {
      this.#bytes -= this.#kept.shift()!.bytes
    }
    if (isLive) this.feed.publish(feedEvent(event))
  }
}

/** Another gateway wrote it, perhaps of another version: what is no event of this session is left out. */
function eventsOf(value: unknown, session: string): readonly SessionEvent[] {
  const { events } = (value ?? {}) as { readonly events?: unknown }
  if (!Array.isArray(events)) return []
  return events.filter((event: Partial<SessionEvent> | null): event is SessionEvent => {
    const { seq, at, kind } = event ?? {}
    return event?.session === session && Number.isSafeInteger(seq) && typeof at === 'number' && typeof kind === 'string'
  })
}
