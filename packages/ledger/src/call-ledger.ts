import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { GatewayError } from '@poundlock/protocol'
import { WriteBatch, type Durability } from '@poundlock/state-files/node'
import { openDatabase, type Database } from './open-database.ts'
import { recordFailed } from './record-failed.ts'

const DAY_MS = 24 * 60 * 60_000

/** How many calls are kept, and for how long. */
export interface LedgerLimits {
  /** Milliseconds that a key is remembered. Seven days unless set. */
  readonly keptMs: number
  /** Keys of one device. Beyond that the oldest calls that only read are forgotten; without any, more are refused. */
  readonly maxKeysPerDevice: number
  /** Bytes of results; of the oldest ones beyond that, only how they ended is kept. */
  readonly maxResultBytes: number
  /** Bytes of the file. Near that, the oldest calls that only read are forgotten; a write beyond it fails. */
  readonly maxFileBytes: number
}

const LIMITS: LedgerLimits = {
  keptMs: 7 * DAY_MS,
  maxKeysPerDevice: 100_000,
  maxResultBytes: 256 * 1024 * 1024,
  maxFileBytes: 1024 * 1024 * 1024,
}

/** Room is looked for after so many calls, and so many are forgotten at once: some milliseconds of work. */
const MAKE_ROOM_EVERY = 200
const FORGOTTEN_AT_ONCE = 400
const FULL = 0.9
const PAGE_BYTES = 4096

/** `accepted`: nothing of it has run; `running`: it may have; `ended`: its result is recorded. */
export type LedgerState = 'accepted' | 'running' | 'ended'

/** How a call ended, as JSON. */
export interface LedgerResult {
  /** Milliseconds since 1970. */
  readonly endedAt: number
}

/** A call as it is written down. */
export interface LedgerEntry<Result extends LedgerResult = LedgerResult> {
  /** Given by the ledger; the records of the call have it. */
  readonly callId: string
  /** Who made it: the keys of one device mean nothing to another one. */
  readonly device: string
  /** The caller's own id of the call: made again with it, the call is not run again. */
  readonly key: string
  /** What tells the call from another one that comes with the same key. */
  readonly fingerprint: string
  /** Key of the session that it was made in. */
  readonly session: string
  /** Name of the tool that was called. */
  readonly tool: string
  /** How far it has come. */
  readonly state: LedgerState
  /** By which the records of its run are found; `null` until it starts. */
  readonly runId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Milliseconds since 1970; `null` until it starts. */
  readonly startedAt: number | null
  /** `null` until it ended. */
  readonly result: Result | null
}

/** A call, before it has an entry. */
export type NewEntry = Pick<LedgerEntry, 'device' | 'key' | 'fingerprint' | 'session' | 'tool'>

/** `new`: it is reserved, or was left by an earlier run of the program before anything of it ran. */
export type Reserved<Result extends LedgerResult = LedgerResult> =
  | { readonly kind: 'new'; readonly entry: LedgerEntry<Result> }
  | { readonly kind: 'known'; readonly entry: LedgerEntry<Result> }

/** Where the ledger lies, its clock, and what is kept of a result. */
export interface LedgerOptions<Result extends LedgerResult> extends Partial<LedgerLimits> {
  /** Absolute: the file is `calls.sqlite` in it. */
  readonly folder: string
  /** Whether no other process may open it as long as this one lives. */
  readonly isAlone?: boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What is kept of a result longer than the whole of it: how the call ended, without its content. */
  readonly brief: (result: Result) => Result
}

const SCHEMA = `
  create table if not exists calls (
    device text not null, key text not null, fingerprint text not null, call_id text not null unique,
    session text not null, tool text not null, state text not null, instance text not null, run_id text,
    created_at integer not null, started_at integer, ended_at integer, brief text, result text,
    primary key (device, key)
  ) without rowid;
  create index if not exists calls_by_age on calls (created_at);
  create index if not exists calls_open on calls (state) where state <> 'ended';
  create table if not exists tails (call_id text primary key, tail text not null) without rowid;
  create table if not exists ledger (one integer primary key check (one = 1), id text not null);
  create table if not exists delivered (call_id text primary key) without rowid;`

/**
 * Which calls were made, by the device and the key that it gave them. A call is reserved before anything is done, noted
 * right before it runs, in a way that survives power failures, and its result recorded at the end: the same key never runs
 * anything twice. What only reads is not noted: reading again does no harm.
 */
export class CallLedger<Result extends LedgerResult> {
  readonly #database: Database
  readonly #batch: WriteBatch
  readonly #limits: LedgerLimits
  readonly #now: () => number
  readonly #brief: (result: Result) => Result
  /** Of this run of the program. */
  readonly #instance = newId()
  readonly #keys = new Map<string, number>()
  #resultBytes: number
  #finished = 0
  /** Of the file: another one knows nothing of what was written to this one. */
  readonly id: string

  /** @throws StateFileError, GatewayError `RECORD_FAILED` */
  constructor({ folder, isAlone = false, now, brief, ...limits }: LedgerOptions<Result>) {
    this.#limits = { ...LIMITS, ...limits }
    this.#now = now
    this.#brief = brief
    const file = join(folder, 'calls.sqlite')
    this.#database = openDatabase(file, {
      survives: 'power',
      isAlone,
      maxBytes: this.#limits.maxFileBytes,
      schema: SCHEMA,
    })
    this.#batch = new WriteBatch(this.#database, { asError: recordFailed, syncsApart: file })
    this.id = this.#ownId()
    this.#resultBytes = this.#number('select coalesce(sum(length(result)), 0) as n from calls')
  }

  /** @throws GatewayError `BUSY` when the device has too many keys, `RECORD_FAILED` */
  async reserve(wanted: NewEntry): Promise<Reserved<Result>> {
    const { maxKeysPerDevice } = this.#limits
    const isFull = () => this.#keysOf(wanted.device) >= maxKeysPerDevice
    if (isFull() && !this.find(wanted.device, wanted)) this.#forgetReads(wanted.device)
    if (isFull() && !this.find(wanted.device, wanted)) {
      throw new GatewayError(
        'The device has made as many calls that change something as are remembered; the oldest have to expire.',
        { code: 'BUSY', retryAfterMs: DAY_MS / 24 },
      )
    }
    // Where the power fails before anything of it began, nothing was done, and the same key begins anew.
    const made = await this.#batch.write(() => this.#reserve(wanted), 'process')
    if (typeof made === 'object') return { kind: 'new', entry: made }
    return { kind: made, entry: this.find(wanted.device, wanted)! }
  }

  /** Notes that the call may have effects from now on. @throws GatewayError `RECORD_FAILED`: it must not run then */
  async begin(callId: string, runId: string): Promise<void> {
    const text = `update calls set state = 'running', run_id = ?, started_at = ?
      where call_id = ? and state = 'accepted' and instance = ?`
    const { changes } = await this.#batch.write(() =>
      this.#database.prepare(text).run(runId, this.#now(), callId, this.#instance),
    )
    if (changes !== 1) throw new GatewayError('The call is not this one to run any more.', { code: 'CONFLICT' })
  }

  /**
   * Records how a call ended; the first result stays.
   *
   * @param survives `process` for a call that was not begun: where that is lost, it is made anew
   * @throws GatewayError `RECORD_FAILED`
   */
  async finish(callId: string, result: Result, survives: Durability = 'power'): Promise<void> {
    const full = JSON.stringify(result)
    const brief = JSON.stringify(this.#brief(result))
    const text = `update calls set state = 'ended', ended_at = ?, brief = ?, result = ?
      where call_id = ? and state <> 'ended'`
    const { changes } = await this.#batch.write(() => {
      this.#database.prepare('delete from tails where call_id = ?').run(callId)
      return this.#database.prepare(text).run(result.endedAt, brief, full, callId)
    }, survives)
    if (changes === 1) this.#resultBytes += full.length
    if (this.#resultBytes > this.#limits.maxResultBytes) this.#dropResults()
    if (++this.#finished % MAKE_ROOM_EVERY === 0 && this.#isNearlyFull()) this.#forgetReads(null)
  }

  /** A call of a device, by its key, or of anybody by its id. */
  find(device: string, reference: { readonly key: string } | { readonly callId: string }): LedgerEntry<Result> | null {
    const row =
      'key' in reference
        ? this.#database.prepare('select * from calls where device = ? and key = ?').get(device, reference.key)
        : this.#database.prepare('select * from calls where call_id = ?').get(reference.callId)
    return row === undefined ? null : entryOf<Result>(row as unknown as Row)
  }

  /** Calls that an earlier run of the program left while they ran: how they went has to be found out. */
  interrupted(): readonly LedgerEntry<Result>[] {
    const rows = this.#database
      .prepare("select * from calls where state = 'running' and instance <> ?")
      .all(this.#instance)
    return (rows as unknown as Row[]).map((row) => entryOf<Result>(row))
  }

  /** Gives a call back of which it is certain that nothing ran: the same key begins it anew. */
  async giveBack(callId: string): Promise<void> {
    await this.#batch.write(
      () => this.#database.prepare("update calls set state = 'accepted', run_id = null where call_id = ?").run(callId),
      'process',
    )
  }

  /** Keeps the end of what a call that runs has said. Best effort: it may be the state of a moment ago. */
  keepTail(callId: string, tail: string): void {
    const text = 'insert or replace into tails (call_id, tail) values (?, ?)'
    this.#batch.write(() => this.#database.prepare(text).run(callId, tail), 'process').catch(() => undefined)
  }

  /** The end of what a call that has not ended has said, as far as it was kept. */
  tailOf(callId: string): string | null {
    this.#batch.flush()
    const row = this.#database.prepare('select tail from tails where call_id = ?').get(callId)
    return row === undefined ? null : (row as { tail: string }).tail
  }

  /** Notes that the caller has its result for good. Where the power fails, it is delivered once more. */
  async deliver(callId: string): Promise<void> {
    await this.#batch.write(
      () => this.#database.prepare('insert or ignore into delivered (call_id) values (?)').run(callId),
      'process',
    )
  }

  /**
   * Calls of a device that ended and whose result was not delivered; the oldest first. All of them are on the disk.
   *
   * @throws GatewayError `RECORD_FAILED`
   */
  async undelivered(device: string, limit: number): Promise<readonly LedgerEntry<Result>[]> {
    const query = `select * from calls where device = ? and state = 'ended'
      and call_id not in (select call_id from delivered) order by ended_at limit ?`
    const rows = await this.#batch.write(() => this.#database.prepare(query).all(device, limit))
    return (rows as unknown as Row[]).map((row) => entryOf<Result>(row))
  }

  /** Forgets keys that are too old. */
  expire(): void {
    this.#database.prepare('delete from calls where created_at < ?').run(this.#now() - this.#limits.keptMs)
    for (const table of ['tails', 'delivered']) {
      this.#database.exec(`delete from ${table} where call_id not in (select call_id from calls)`)
    }
    this.#keys.clear()
    this.#resultBytes = this.#number('select coalesce(sum(length(result)), 0) as n from calls')
  }

  /** Closes the database. */
  close(): void {
    this.#batch.close()
  }

  /** @returns the entry where there was none; else whether the one that is there is for the caller to run */
  #reserve({ device, key, fingerprint, session, tool }: NewEntry): LedgerEntry<Result> | Reserved['kind'] {
    const [callId, createdAt] = [`call_${newId()}`, this.#now()]
    const inserted = this.#database
      .prepare(`insert or ignore into calls (device, key, fingerprint, call_id, session, tool, state, instance, created_at)
        values (?, ?, ?, ?, ?, ?, 'accepted', ?, ?)`)
      .run(device, key, fingerprint, callId, session, tool, this.#instance, createdAt)
    if (inserted.changes === 1) {
      this.#keys.set(device, this.#keysOf(device) + 1)
      const open = { state: 'accepted', runId: null, createdAt, startedAt: null, result: null } as const
      return { callId, device, key, fingerprint, session, tool, ...open }
    }
    // Nothing of it has run, and who was to run it is gone.
    const taken = this.#database
      .prepare(`update calls set instance = ?
        where device = ? and key = ? and fingerprint = ? and state = 'accepted' and instance <> ?`)
      .run(this.#instance, device, key, fingerprint, this.#instance)
    return taken.changes === 1 ? 'new' : 'known'
  }

  #keysOf(device: string): number {
    const known = this.#keys.get(device)
    if (known !== undefined) return known
    const row = this.#database.prepare('select count(*) as n from calls where device = ?').get(device)
    const count = (row as { n: number }).n
    this.#keys.set(device, count)
    return count
  }

  /** Down to nine tenths, so that it is not done at each call. How a call ended is never forgotten before its time. */
  #dropResults(): void {
    const goal = this.#limits.maxResultBytes * 0.9
    const oldest = this.#database.prepare(
      "select call_id, length(result) as n from calls where state = 'ended' and result is not null order by created_at",
    )
    const drop = this.#database.prepare('update calls set result = null where call_id = ?')
    for (const row of oldest.all() as unknown as { call_id: string; n: number }[]) {
      if (this.#resultBytes <= goal) break
      drop.run(row.call_id)
      this.#resultBytes -= row.n
    }
  }

  #isNearlyFull(): boolean {
    const pages = this.#number('select page_count as n from pragma_page_count')
    const free = this.#number('select freelist_count as n from pragma_freelist_count')
    return (pages - free) * PAGE_BYTES > this.#limits.maxFileBytes * FULL
  }

  /** Forgets the oldest calls that ended and were never begun, of one device or of all: to make them again does no harm. */
  #forgetReads(device: string | null): void {
    const forgotten = this.#database
      .prepare(`delete from calls where call_id in (select call_id from calls
        where state = 'ended' and started_at is null and (?1 is null or device = ?1) order by created_at limit ?2)
        returning device, length(result) as n`)
      .all(device, FORGOTTEN_AT_ONCE) as unknown as { device: string; n: number | null }[]
    for (const row of forgotten) {
      this.#keys.set(row.device, this.#keysOf(row.device) - 1)
      this.#resultBytes -= row.n ?? 0
    }
  }

  #ownId(): string {
    this.#database.prepare('insert or ignore into ledger (one, id) values (1, ?)').run(newId())
    return (this.#database.prepare('select id from ledger').get() as { id: string }).id
  }

  #number(query: string): number {
    return (this.#database.prepare(query).get() as { n: number }).n
  }
}

interface Row {
  readonly [column: string]: string | number | null
}

function entryOf<Result extends LedgerResult>(row: Row): LedgerEntry<Result> {
  const result = (row['result'] ?? row['brief']) as string | null
  return {
    callId: row['call_id'] as string,
    device: row['device'] as string,
    key: row['key'] as string,
    fingerprint: row['fingerprint'] as string,
    session: row['session'] as string,
    tool: row['tool'] as string,
    state: row['state'] as LedgerState,
    runId: row['run_id'] as string | null,
    createdAt: row['created_at'] as number,
    startedAt: row['started_at'] as number | null,
    result: result === null ? null : (JSON.parse(result) as Result),
  }
}

/** 122 random bits, hexadecimal, so that the id cannot be guessed. A UUID is cheaper than `randomBytes`: Node makes many at once. */
const newId = (): string => randomUUID().replaceAll('-', '')
