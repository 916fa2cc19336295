import type { Database } from '@poundlock/ledger'
import { GatewayError } from '@poundlock/protocol'

export interface ShareLimits {
  /** Open sessions of one agent. */
  readonly maxOpenPerAgent: number
  /** Sessions of one agent; its oldest ended ones go first. */
  readonly maxPerAgent: number
  /** Sessions in all; the oldest ended ones of the agent with the most go first. */
  readonly maxSessions: number
  /** Bytes of the events of one agent; its oldest ended sessions go first, then the oldest events of the others. */
  readonly maxBytesPerAgent: number
}

const RETRY_MS = 60_000
/** Down to nine tenths, so that it is not done at each event. */
const GOAL = 0.9

/**
 * The part of the sessions' file that each agent has. One that fills its part loses its own oldest sessions and events, and
 * nothing of another agent's. All statements are for a transaction of the caller.
 */
export class AgentShares {
  readonly #database: Database
  readonly #limits: ShareLimits
  /** As far as they are known: what counts is in the file. */
  readonly #bytes = new Map<string, number>()

  constructor(database: Database, limits: ShareLimits) {
    this.#database = database
    this.#limits = limits
  }

  /** Makes room for another session. @throws GatewayError `BUSY` */
  makeRoomForSession(agent: string): void {
    const { maxOpenPerAgent, maxPerAgent, maxSessions } = this.#limits
    const open = this.#number("select count(*) as n from sessions where agent = ? and state = 'open'", agent)
    if (open >= maxOpenPerAgent) {
      const message = `The agent has ${maxOpenPerAgent} open sessions; abort those that it does not need.`
      throw new GatewayError(message, { code: 'BUSY', retryAfterMs: RETRY_MS })
    }
    const own = this.#number('select count(*) as n from sessions where agent = ?', agent)
    if (own >= maxPerAgent && !this.#forgetOldest(agent)) throw tooMany()
    if (this.#number('select count(*) as n from sessions') < maxSessions) return
    const most = this.#database
      .prepare("select agent from sessions where state = 'aborted' group by agent order by count(*) desc limit 1")
      .get() as { agent: string } | undefined
    if (most === undefined || !this.#forgetOldest(most.agent)) throw tooMany()
  }

  /** Makes room for another event. */
  makeRoomForEvent(session: string, bytes: number): void {
    const row = this.#database.prepare('select agent from sessions where id = ?').get(session)
    if (row === undefined) return
    const { agent } = row as { agent: string }
    const now = (this.#bytes.get(agent) ?? this.#bytesOf(agent)) + bytes
    this.#bytes.set(agent, now)
    if (now > this.#limits.maxBytesPerAgent) this.#shrink(agent, bytes)
  }

  forget(id: string): void {
    this.#database.prepare('delete from events where session = ?').run(id)
    this.#database.prepare('delete from sessions where id = ?').run(id)
    this.#database.prepare('delete from shared where session = ?').run(id)
  }

  #shrink(agent: string, added: number): void {
    const goal = this.#limits.maxBytesPerAgent * GOAL - added
    while (this.#bytesOf(agent) > goal && this.#forgetOldest(agent));
    let left = this.#bytesOf(agent)
    const sessions = this.#database.prepare('select id from sessions where agent = ? order by changed_at').all(agent)
    for (const { id } of sessions as { id: string }[]) {
      if (left <= goal) break
      this.#dropOldest(id)
      left = this.#bytesOf(agent)
    }
    this.#bytes.set(agent, left + added)
  }

  /** Drops the older half of the events of a session. */
  #dropOldest(session: string): void {
    const text =
      'select seq from events where session = ?1 order by seq limit 1 offset (select count(*) from events where session = ?1) / 2'
    const row = this.#database.prepare(text).get(session)
    if (row === undefined) return
    const { seq } = row as { seq: number }
    this.#database.prepare('delete from events where session = ? and seq < ?').run(session, seq)
    this.#database.prepare('update sessions set first = ? where id = ?').run(seq, session)
  }

  /** @returns false where none of the agent's sessions has ended */
  #forgetOldest(agent: string): boolean {
    const text = "select id from sessions where agent = ? and state = 'aborted' order by changed_at limit 1"
    const row = this.#database.prepare(text).get(agent)
    if (row === undefined) return false
    this.forget((row as { id: string }).id)
    return true
  }

  #bytesOf(agent: string): number {
    const text = `select coalesce(sum(length(event)), 0) as n from events
      where session in (select id from sessions where agent = ?)`
    return this.#number(text, agent)
  }

  #number(text: string, ...parameters: readonly string[]): number {
    return (this.#database.prepare(text).get(...parameters) as { n: number }).n
  }
}

const tooMany = () => new GatewayError('There are too many sessions.', { code: 'BUSY', retryAfterMs: RETRY_MS })
