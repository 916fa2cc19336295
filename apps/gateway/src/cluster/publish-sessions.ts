import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '@poundlock/protocol'
import type { Log } from '../dispatch/log.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Cluster } from './cluster.ts'
import type { SharedRecords } from './shared-records.ts'

/** The log that has the events of a session. */
export const SESSION_EVENTS = 'session-events'

/** A session as its gateway tells it to the others. */
export interface SharedSession {
  /** The instance that has it. */
  readonly gateway: string
  readonly session: Session
}

export interface PublishParts {
  readonly cluster: Cluster
  readonly store: SessionStore
  readonly records: SharedRecords<SharedSession>
  readonly log: Log
  readonly now: () => number
  /** A session of this gateway as operators see it. */
  readonly shown: (id: string) => Session | null
}

const DAY_MS = 24 * 60 * 60_000
/** As long as the bus keeps anything. */
const KEPT_MS = 7 * DAY_MS
/** Events of one entry of the log. */
const MOST_EVENTS = 100
const AGAIN_MS = 1000

/**
 * Tells the other gateways what happens in the sessions of this one. What counts is its own file: an event that could not be
 * told is told later, also after a restart, and each is told in its order.
 */
export class SessionPublisher {
  readonly #parts: PublishParts
  readonly #working = new Set<string>()
  readonly #dirty = new Set<string>()
  readonly #ending = new AbortController()

  constructor(parts: PublishParts) {
    this.#parts = parts
  }

  /** Begins with what was not told before the gateway ended. */
  start(): void {
    const { store, now } = this.#parts
    store.onEvent(({ session }) => this.#changed(session))
    for (const session of store.unshared(now() - KEPT_MS)) this.#changed(session)
  }

  close(): void {
    this.#ending.abort()
  }

  #changed(session: string): void {
    this.#dirty.add(session)
    if (this.#working.has(session)) return
    this.#working.add(session)
    void this.#work(session)
  }

  async #work(session: string): Promise<void> {
    const { signal } = this.#ending
    // Behind what is done now: events of one moment are told together.
    await Promise.resolve()
    while (this.#dirty.has(session) && !signal.aborted) {
      this.#dirty.delete(session)
      try {
        // oxlint-disable-next-line no-await-in-loop -- in their order
        await this.#tell(session)
      } catch (error) {
        if (signal.aborted) break
        this.#parts.log('session-not-shared', { session, error: String(error) })
        this.#dirty.add(session)
        // oxlint-disable-next-line no-await-in-loop -- the broker is given a moment
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    this.#working.delete(session)
  }

  async #tell(session: string): Promise<void> {
    const { cluster, store, records, shown } = this.#parts
    for (;;) {
      const next = store.read(session, store.sharedUpTo(session), MOST_EVENTS)
      const [first, last] = [next[0], next.at(-1)]
      if (!first || !last) break
      const fitting = withinBytes(next, cluster.bus.maxValueBytes)
      const end = fitting.at(-1) ?? first
      if (fitting.length > 0) {
        const id = `${session}-${first.seq}-${end.seq}`
        // oxlint-disable-next-line no-await-in-loop -- in their order
        await cluster.bus.append([SESSION_EVENTS, session], { events: fitting }, { id })
      }
      // One that no entry can hold is a gap at the others, and they ask for it.
      store.noteShared(session, end.seq)
    }
    const now = shown(session)
    if (now) await records.change(session, () => ({ gateway: cluster.instance, session: now }), KEPT_MS)
  }
}

/** As many as one entry can hold. */
export function withinBytes<Event>(events: readonly Event[], maxBytes: number): readonly Event[] {
  // For the frame around them.
  let left = maxBytes - 1000
  const fitting: Event[] = []
  for (const event of events) {
    left -= Buffer.byteLength(JSON.stringify(event)) + 1
    if (left < 0) break
    fitting.push(event)
  }
  return fitting
}
