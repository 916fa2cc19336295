import { join } from 'node:path'
import { openDatabase, recordFailed, type Database } from '@poundlock/ledger'
import { GatewayError, type Actor, type Session, type SessionEvent } from '@poundlock/protocol'
import { AGENT_LIMITS } from '@poundlock/tools'
import { newId } from '../identity/secrets.ts'
import { AgentShares, type ShareLimits } from './agent-shares.ts'
import { taskSession } from './parent-session.ts'

const DAY_MS = 24 * 60 * 60_000

export interface SessionLimits extends ShareLimits {
  /** Events of one session that are kept; of the oldest ones beyond that, those who follow are told that they are gone. */
  readonly maxEvents: number
  /** Keys of one device that are remembered; further requests with a new one are refused. */
  readonly maxKeysPerDevice: number
  /** Milliseconds after which an ended session is forgotten. */
  readonly keptMs: number
  readonly maxFileBytes: number
}

const LIMITS: SessionLimits = {
  maxEvents: 10_000,
  maxOpenPerAgent: 200,
  maxPerAgent: 2000,
  maxSessions: 20_000,
  maxBytesPerAgent: 256 * 1024 * 1024,
  maxKeysPerDevice: 100_000,
  keptMs: 30 * DAY_MS,
  maxFileBytes: 4 * 1024 * 1024 * 1024,
}

/** A session without what is only known of the moment. */
export type StoredSession = Omit<Session, 'running' | 'waiting' | 'elsewhere'>

export interface SessionFilter {
  readonly agent?: string
  readonly state?: string
  /** The last one of the page before. */
  readonly last?: Pick<StoredSession, 'id' | 'createdAt'> | null
}

type Without<Event, Keys extends PropertyKey> = Event extends unknown ? Omit<Event, Keys> : never
/** What has happened; the session, the number and the time are added. */
export type NewEvent = Without<SessionEvent, 'session' | 'seq' | 'at'>

/** What a request with an idempotency key did: the same key gets the same answer. */
export interface KeyedRequest {
  readonly device: string
  readonly key: string | undefined
  readonly fingerprint: string
}

const SCHEMA = `
  create table if not exists sessions (
    id text primary key, agent text not null, label text, workspace text not null, owner text not null,
    state text not null, created_at integer not null, changed_at integer not null, head integer not null, first integer not null
  ) without rowid;
  create index if not exists sessions_by_age on sessions (created_at, id);
  create table if not exists events (
    session text not null, seq integer not null, event text not null, primary key (session, seq)
  ) without rowid;
  create table if not exists answered (
    device text not null, key text not null, fingerprint text not null, answer text not null, at integer not null,
    primary key (device, key)
  ) without rowid;
  create table if not exists shared (session text primary key, seq integer not null) without rowid;
  create table if not exists output (call_id text primary key, tail text not null) without rowid;
  create table if not exists working (session text primary key) without rowid;`

/** Sessions and what happened in them, in a file that survives the process at any moment. */
export class SessionStore {
  readonly #database: Database
  readonly #limits: SessionLimits
  readonly #now: () => number
  readonly #listeners: ((event: SessionEvent) => void)[] = []
  readonly #shares: AgentShares
  /** How many are remembered, by device. */
  readonly #keys = new Map<string, number>()

  /** @throws StateFileError, GatewayError `RECORD_FAILED` */
  constructor(folder: string, now: () => number, limits: Partial<SessionLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#now = now
    this.#database = openDatabase(join(folder, 'sessions.sqlite'), {
      survives: 'process',
      maxBytes: this.#limits.maxFileBytes,
      schema: SCHEMA,
    })
    this.#shares = new AgentShares(this.#database, this.#limits)
  }

  /** Called with every event, after it was written. */
  onEvent(listener: (event: SessionEvent) => void): void {
    this.#listeners.push(listener)
  }

  /**
   * @throws GatewayError `BUSY` when the agent has too many, `IDEMPOTENCY_CONFLICT`, `RECORD_FAILED`; `SETTLED` for the key
   *   of a session that is forgotten
   */
  create(
    wanted: Pick<StoredSession, 'agent' | 'workspace' | 'label'>,
    by: Actor,
    request: KeyedRequest,
  ): StoredSession {
    const id = this.#once(request, () => this.#create(`s_${newId()}`, wanted, by))
    const session = this.get(id)
    if (session !== null) return session
    throw new GatewayError('The session that the key began has ended and is forgotten.', {
      code: 'SETTLED',
      details: { state: 'aborted' },
    })
  }

  /**
   * Begins the session of a task that the agent of another session gives.
   *
   * @returns null when that session has given as many as it may
   * @throws GatewayError `BUSY`, `RECORD_FAILED`
   */
  createTask({ id, agent, workspace }: StoredSession, label: string, by: Actor): StoredSession | null {
    return this.#transaction(() => {
      const text = "select max(substr(id, -1)) as last from sessions where id glob ? || '-[0-9]'"
      const last = Number((this.#database.prepare(text).get(id) as { last: string | null }).last)
      return last >= AGENT_LIMITS.agents
        ? null
        : this.get(this.#create(taskSession(id, last), { agent, workspace, label }, by))
    })
  }

  #create(session: string, wanted: Pick<StoredSession, 'agent' | 'workspace' | 'label'>, by: Actor): string {
    this.#shares.makeRoomForSession(wanted.agent)
    const now = this.#now()
    this.#database
      .prepare("insert into sessions values (?, ?, ?, ?, ?, 'open', ?, ?, 0, 1)")
      .run(session, wanted.agent, wanted.label ?? null, wanted.workspace, by.device, now, now)
    this.#append(session, { kind: 'created', by })
    return session
  }

  get(id: string): StoredSession | null {
    const row = this.#database.prepare('select * from sessions where id = ?').get(id)
    return row === undefined ? null : sessionOf(row as unknown as Row)
  }

  /** The newest first, behind the last one of the page before. */
  list({ agent, state, last = null }: SessionFilter, limit: number): readonly StoredSession[] {
    const rows = this.#database
      .prepare(`select * from sessions where (?1 is null or agent = ?1) and (?2 is null or state = ?2)
        and (?3 is null or (created_at, id) < (?3, ?4)) order by created_at desc, id desc limit ?5`)
      .all(agent ?? null, state ?? null, last?.createdAt ?? null, last?.id ?? null, limit)
    return (rows as unknown as Row[]).map((row) => sessionOf(row))
  }

  /** Writes down what happened, all of it or nothing. @throws GatewayError `RECORD_FAILED` */
  append(session: string, ...events: readonly NewEvent[]): void {
    this.#transaction(() => {
      for (const event of events) this.#append(session, event)
    })
  }

  /** The same, once for a key. @returns the number of the event */
  appendOnce(session: string, event: NewEvent, request: KeyedRequest): number {
    return Number(this.#once(request, () => String(this.#append(session, event).seq)))
  }

  /** @returns false when it had ended already */
  end(session: string): boolean {
    const text = "update sessions set state = 'aborted' where id = ? and state = 'open'"
    return this.#transaction(() => this.#database.prepare(text).run(session).changes === 1)
  }

  /** Whether a model works in a session: what still does at a start was interrupted. */
  setWorking(session: string, isWorking: boolean): void {
    const text = isWorking ? 'insert or ignore into working values (?)' : 'delete from working where session = ?'
    this.#transaction(() => this.#database.prepare(text).run(session))
  }

  /** The sessions in which a model works. */
  working(): readonly string[] {
    const rows = this.#database.prepare('select session from working').all() as unknown as { session: string }[]
    return rows.map(({ session }) => session)
  }

  /** Events behind a number, the oldest first. */
  read(session: string, after: number, limit: number): readonly SessionEvent[] {
    const text = 'select event from events where session = ? and seq > ? order by seq limit ?'
    const rows = this.#database.prepare(text).all(session, after, limit) as unknown as { event: string }[]
    return rows.map(({ event }) => JSON.parse(event) as SessionEvent)
  }

  /** The numbers of the first event that is kept and of the last one. */
  range(session: string): { readonly first: number; readonly head: number } {
    const row = this.#database.prepare('select first, head from sessions where id = ?').get(session)
    return row === undefined ? { first: 1, head: 0 } : (row as { first: number; head: number })
  }

  /** Up to which event other gateways have a session; 0 for none. */
  sharedUpTo(session: string): number {
    const row = this.#database.prepare('select seq from shared where session = ?').get(session)
    return row === undefined ? 0 : (row as { seq: number }).seq
  }

  /** Notes that other gateways have a session up to an event. @throws GatewayError `RECORD_FAILED` */
  noteShared(session: string, seq: number): void {
    this.#transaction(() => this.#database.prepare('insert or replace into shared values (?, ?)').run(session, seq))
  }

  /** Sessions that have changed since then, and that the other gateways do not have all of. */
  unshared(since: number): readonly string[] {
    const text = `select id from sessions left join shared on shared.session = sessions.id
      where changed_at >= ? and head > coalesce(seq, 0)`
    return (this.#database.prepare(text).all(since) as { id: string }[]).map(({ id }) => id)
  }

  /** Keeps the end of the output of a call, in case that nobody learns how it ended. */
  keepOutput(callId: string, tail: string | null): void {
    if (tail === null) this.#database.prepare('delete from output where call_id = ?').run(callId)
    else this.#database.prepare('insert or replace into output values (?, ?)').run(callId, tail)
  }

  keptOutput(callId: string): string | null {
    const row = this.#database.prepare('select tail from output where call_id = ?').get(callId)
    return row === undefined ? null : (row as { tail: string }).tail
  }

  /** Forgets what is too old. */
  expire(): void {
    const before = this.#now() - this.#limits.keptMs
    this.#transaction(() => {
      const old = "select id from sessions where state = 'aborted' and changed_at < ?"
      for (const { id } of this.#database.prepare(old).all(before) as { id: string }[]) this.#shares.forget(id)
      this.#database.prepare('delete from answered where at < ?').run(this.#now() - 7 * DAY_MS)
      this.#keys.clear()
    })
  }

  close(): void {
    this.#database.close()
  }

  #append(session: string, event: NewEvent): SessionEvent {
    const at = this.#now()
    this.#shares.makeRoomForEvent(session, JSON.stringify(event).length)
    const { head, first } = this.range(session)
    const whole = { session, seq: head + 1, at, ...event }
    const text = JSON.stringify(whole)
    this.#database.prepare('insert into events values (?, ?, ?)').run(session, whole.seq, text)
    // A tenth at a time, so that it is not done at each event.
    const isFull = whole.seq - first >= this.#limits.maxEvents * 1.1
    const kept = isFull ? whole.seq - this.#limits.maxEvents + 1 : first
    if (isFull) this.#database.prepare('delete from events where session = ? and seq < ?').run(session, kept)
    const update = 'update sessions set head = ?, first = ?, changed_at = ? where id = ?'
    this.#database.prepare(update).run(whole.seq, kept, at, session)
    this.#written.push(whole)
    return whole
  }

  /** Of the transaction that runs; its listener hears of them when they are written. */
  #written: SessionEvent[] = []

  #transaction<Result>(statements: () => Result): Result {
    this.#written = []
    let result: Result
    try {
      this.#database.exec('begin immediate')
      result = statements()
      this.#database.exec('commit')
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw recordFailed(error)
    }
    const written = this.#written
    this.#written = []
    for (const event of written) for (const listener of this.#listeners) listener(event)
    return result
  }

  /** What a request with this key was answered; `null` for a new one. @throws GatewayError `IDEMPOTENCY_CONFLICT` */
  answerOf({ device, key, fingerprint }: KeyedRequest): string | null {
    if (key === undefined) return null
    const text = 'select fingerprint, answer from answered where device = ? and key = ?'
    const before = this.#database.prepare(text).get(device, key) as { fingerprint: string; answer: string } | undefined
    if (before && before.fingerprint !== fingerprint) throw keyConflict()
    return before?.answer ?? null
  }

  #checkKeys(device: string): void {
    const known = this.#keys.get(device) ?? this.#keysOf(device)
    this.#keys.set(device, known + 1)
    if (known < this.#limits.maxKeysPerDevice) return
    this.#keys.set(device, known)
    const message = 'The device has used as many keys as are remembered; the oldest have to expire.'
    throw new GatewayError(message, { code: 'BUSY', retryAfterMs: DAY_MS / 24 })
  }

  #keysOf(device: string): number {
    const row = this.#database.prepare('select count(*) as n from answered where device = ?').get(device)
    return (row as { n: number }).n
  }

  /** Does something and remembers its answer, in one step; done before, the answer is the same. */
  #once(request: KeyedRequest, action: () => string): string {
    return this.#transaction(() => {
      const { device, key, fingerprint } = request
      if (key === undefined) return action()
      const before = this.answerOf(request)
      if (before !== null) return before
      this.#checkKeys(device)
      const answer = action()
      const insert = this.#database.prepare('insert into answered values (?, ?, ?, ?, ?)')
      insert.run(device, key, fingerprint, answer, this.#now())
      return answer
    })
  }
}

/** The key was used for something else. */
export const keyConflict = (): GatewayError =>
  new GatewayError('The idempotency key was used before, for another request.', {
    code: 'IDEMPOTENCY_CONFLICT',
    path: '/idempotencyKey',
    expected: 'a new key for a new request',
  })

interface Row {
  readonly [column: string]: string | number | null
}

function sessionOf(row: Row): StoredSession {
  const label = row['label'] as string | null
  return {
    id: row['id'] as string,
    agent: row['agent'] as string,
    ...(label !== null && { label }),
    workspace: row['workspace'] as string,
    owner: row['owner'] as string,
    state: row['state'] as StoredSession['state'],
    createdAt: row['created_at'] as number,
    changedAt: row['changed_at'] as number,
    head: row['head'] as number,
  }
}
