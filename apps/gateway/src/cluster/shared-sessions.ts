import { GatewayError, type Session, type SessionEvent } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import { readFitting } from '../dispatch/fitting-answer.ts'
import { isBehind } from '../sessions/session-access.ts'
import type { SessionFilter } from '../sessions/session-store.ts'
import { ForeignSession } from './foreign-session.ts'
import { SessionPublisher, withinBytes, type PublishParts, type SharedSession } from './publish-sessions.ts'
import { SharedRecords } from './shared-records.ts'

/** What a gateway is asked for by the others. */
const SERVICE = 'session-events'
const ASK_MS = 5000
const MOST_ASKED = 500
/** Sessions of other gateways that are held at the same time; of those that nobody follows the oldest goes first. */
const MOST_OPEN = 64
const IDLE_MS = 30_000

interface Open {
  readonly opening: Promise<ForeignSession>
  opened: ForeignSession | null
  usedAt: number
}

/** The sessions of the gateways that share a bus: each tells of its own, and reads those of the others. */
export class SharedSessions {
  readonly #parts: Omit<PublishParts, 'records'>
  readonly #records: SharedRecords<SharedSession>
  readonly #publisher: SessionPublisher
  readonly #open = new Map<string, Open>()
  #sweeper: NodeJS.Timeout | undefined

  constructor(parts: Omit<PublishParts, 'records'>) {
    this.#parts = parts
    const { bus } = parts.cluster
    this.#records = new SharedRecords({
      bus,
      space: 'sessions',
      log: parts.log,
      read: readShared,
      changed: () => undefined,
    })
    this.#publisher = new SessionPublisher({ ...parts, records: this.#records })
  }

  /** @throws BusError */
  async start(): Promise<void> {
    const { cluster, store } = this.#parts
    await cluster.serve(SERVICE, (payload) => {
      const { session, after } = payload as { readonly session: string; readonly after: number }
      if (typeof session !== 'string' || !Number.isSafeInteger(after)) throw new TypeError('this asks for no events')
      return { events: withinBytes(store.read(session, after, MOST_ASKED), cluster.bus.maxValueBytes) }
    })
    await this.#records.start()
    this.#publisher.start()
    this.#sweeper = setInterval(() => this.#closeIdle(), IDLE_MS).unref()
  }

  /** A session of another gateway. */
  get(id: string): Session | null {
    const shared = this.#records.get(id)
    return shared && shared.gateway !== this.#parts.cluster.instance ? this.#view(shared) : null
  }

  /** Sessions of other gateways, the newest first. */
  list({ agent, state, last = null }: SessionFilter, limit: number): readonly Session[] {
    return [...this.#records.entries()]
      .filter(([, { gateway }]) => gateway !== this.#parts.cluster.instance)
      .map(([, shared]) => shared)
      .filter(({ session }) => agent === undefined || session.agent === agent)
      .filter(({ session }) => state === undefined || session.state === state)
      .filter(({ session }) => last === null || isBehind(session, last))
      .toSorted((a, b) => (isBehind(a.session, b.session) ? 1 : -1))
      .slice(0, limit)
      .map((shared) => this.#view(shared))
  }

  /** Its events behind a number. @throws BusError */
  async events(id: string, after: number, limit: number) {
    const session = await this.#use(id)
    const { first, head } = session.range()
    const gap = after + 1 < first ? { gap: { from: after + 1, to: first - 1 } } : {}
    return { events: [...readFitting((from, count) => session.read(from, count), after, limit)], head, ...gap }
  }

  /** Follows it. @throws BusError; GatewayError `BUSY` */
  async follow(id: string, caller: Caller, after: number | undefined) {
    return (await this.#use(id)).feed.follow(caller, after)
  }

  close(): void {
    clearInterval(this.#sweeper)
    this.#publisher.close()
    for (const { opened } of this.#open.values()) opened?.close()
    this.#open.clear()
    this.#records.close()
  }

  #view({ gateway, session }: SharedSession): Session {
    const name = this.#parts.cluster.nameOf(gateway)
    return { ...session, elsewhere: { gateway, ...(name !== undefined && { name }) } }
  }

  async #use(id: string): Promise<ForeignSession> {
    const known = this.#open.get(id)
    if (known) {
      known.usedAt = this.#parts.now()
      return known.opening
    }
    if (this.#open.size >= MOST_OPEN) this.#closeOldest()
    const { cluster, log } = this.#parts
    const ask = async (after: number) => {
      const owner = this.#records.get(id)?.gateway ?? ''
      const answer = await cluster.ask(owner, SERVICE, { session: id, after }, { timeoutMs: ASK_MS })
      return (answer as { readonly events: readonly SessionEvent[] }).events
    }
    const opening = ForeignSession.open({ cluster, session: id, ask, log, ended: () => this.#open.delete(id) })
    const open: Open = { opening, opened: null, usedAt: this.#parts.now() }
    this.#open.set(id, open)
    try {
      return (open.opened = await opening)
    } catch (error) {
      this.#open.delete(id)
      throw error
    }
  }

  /** Those that nobody follows, the one that was used last at the end. */
  #idle(): readonly (readonly [id: string, open: Open])[] {
    return [...this.#open]
      .filter(([, { opened }]) => opened?.feed.followers === 0)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
  }

  #closeIdle(): void {
    const before = this.#parts.now() - IDLE_MS
    for (const [id, { opened, usedAt }] of this.#idle()) if (usedAt < before) this.#closeOne(id, opened)
  }

  #closeOldest(): void {
    const [oldest] = this.#idle()
    if (!oldest) throw new GatewayError(`${MOST_OPEN} sessions of other gateways are followed.`, { code: 'BUSY' })
    this.#closeOne(oldest[0], oldest[1].opened)
  }

  #closeOne(id: string, opened: ForeignSession | null): void {
    this.#open.delete(id)
    opened?.close()
  }
}

function readShared(value: unknown): SharedSession | null {
  const { gateway, session } = (value ?? {}) as Partial<SharedSession>
  const { id, agent, state, createdAt, head } = session ?? {}
  const isWhole =
    typeof gateway === 'string' &&
    typeof id === 'string' &&
    typeof agent === 'string' &&
    typeof state === 'string' &&
    typeof createdAt === 'number' &&
    typeof head === 'number'
  return isWhole ? { gateway, session: session! } : null
}
