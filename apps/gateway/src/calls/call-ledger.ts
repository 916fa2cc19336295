import { join } from 'node:path'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import { newId } from '../identity/secrets.ts'
import { openDatabase, type Database } from '../records/open-database.ts'
import { WriteBatch } from '../records/write-batch.ts'

const DAY_MS = 24 * 60 * 60_000

export interface LedgerLimits {
  /** Milliseconds that a key is remembered. Seven days unless set. */
  readonly keptMs: number
  /** Keys of one device; more are refused until the oldest expire. */
  readonly maxKeysPerDevice: number
  /** Bytes of results; of the oldest ones beyond that, only how they ended is kept. */
  readonly maxResultBytes: number
  /** Bytes of the file. */
  readonly maxFileBytes: number
}

const LIMITS: LedgerLimits = {
  keptMs: 7 * DAY_MS,
  maxKeysPerDevice: 100_000,
  maxResultBytes: 256 * 1024 * 1024,
  maxFileBytes: 1024 * 1024 * 1024,
}

/** `accepted`: nothing of it has run; `running`: it may have; `ended`: its result is recorded. */
export type LedgerState = 'accepted' | 'running' | 'ended'

/** A call as it is written down. */
export interface LedgerEntry {
  readonly callId: string
  readonly device: string
  readonly key: string
  readonly fingerprint: string
  readonly session: string
  readonly tool: string
  readonly state: LedgerState
  readonly runId: string | null
  readonly createdAt: number
  readonly startedAt: number | null
  /** `null` until it ended. */
  readonly result: CallResult | null
}

export type NewEntry = Pick<LedgerEntry, 'device' | 'key' | 'fingerprint' | 'session' | 'tool'>

/** `new`: it is reserved, or was left by an earlier run of the gateway before anything of it ran. */
export type Reserved =
  | { readonly kind: 'new'; readonly entry: LedgerEntry }
  | { readonly kind: 'known'; readonly entry: LedgerEntry }

const SCHEMA = `
  create table if not exists calls (
    device text not null, key text not null, fingerprint text not null, call_id text not null unique,
    session text not null, tool text not null, state text not null, instance text not null, run_id text,
    created_at integer not null, started_at integer, ended_at integer, brief text, result text,
    primary key (device, key)
  ) without rowid;
  create index if not exists calls_by_age on calls (created_at);
  create index if not exists calls_open on calls (state) where state <> 'ended';`

/** So many characters of a message are kept longer than the result. */
const BRIEF_MESSAGE = 500

/**
 * Which calls were made, by the device and the key that it gave them, in a file that survives power failures. A call is
 * reserved before anything is done, noted right before it runs, and its result recorded at the end: the same key never runs
 * anything twice.
 */
export class CallLedger {
  readonly #database: Database
  readonly #batch: WriteBatch
  readonly #limits: LedgerLimits
  readonly #now: () => number
  /** Of this run of the gateway. */
  readonly #instance = newId()
  readonly #keys = new Map<string, number>()
  #resultBytes: number

  /** @throws StateFileError, GatewayError `RECORD_FAILED` */
  constructor(folder: string, now: () => number, limits: Partial<LedgerLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#now = now
    this.#database = openDatabase(join(folder, 'calls.sqlite'), {
      survives: 'power',
      maxBytes: this.#limits.maxFileBytes,
      schema: SCHEMA,
    })
    this.#batch = new WriteBatch(this.#database)
    this.#resultBytes = this.#number('select coalesce(sum(length(result)), 0) as n from calls')
  }

  /** @throws GatewayError `BUSY` when the device has too many keys, `RECORD_FAILED` */
  async reserve(wanted: NewEntry): Promise<Reserved> {
    if (this.#keysOf(wanted.device) >= this.#limits.maxKeysPerDevice && !this.find(wanted.device, wanted)) {
      throw new GatewayError(
        'BUSY',
        'The device has made as many calls as are remembered; the oldest have to expire.',
        {
          retryAfterMs: DAY_MS / 24,
        },
      )
    }
    const isNew = await this.#batch.write(() => this.#reserve(wanted))
    const entry = this.find(wanted.device, wanted)!
    return { kind: isNew ? 'new' : 'known', entry }
  }

  /** Notes that the call may have effects from now on. @throws GatewayError `RECORD_FAILED`: it must not run then */
  async begin(callId: string, runId: string): Promise<void> {
    const text = `update calls set state = 'running', run_id = ?, started_at = ?
      where call_id = ? and state = 'accepted' and instance = ?`
    const { changes } = await this.#batch.write(() =>
      this.#database.prepare(text).run(runId, this.#now(), callId, this.#instance),
    )
    if (changes !== 1) throw new GatewayError('CONFLICT', 'The call is not this one to run any more.')
  }

  /** Records how a call ended; the first result stays. @throws GatewayError `RECORD_FAILED` */
  async finish(callId: string, result: CallResult): Promise<void> {
    const full = JSON.stringify(result)
    const brief = JSON.stringify({
      ...result,
      message: result.message.slice(0, BRIEF_MESSAGE),
      content: [],
      reasons: [],
    })
    const text = `update calls set state = 'ended', ended_at = ?, brief = ?, result = ?
      where call_id = ? and state <> 'ended'`
    await this.#batch.write(() => this.#database.prepare(text).run(result.endedAt, brief, full, callId))
    this.#resultBytes += full.length
    if (this.#resultBytes > this.#limits.maxResultBytes) this.#dropResults()
  }

  /** A call of a device, by its key, or of anybody by its id. */
  find(device: string, reference: { readonly key: string } | { readonly callId: string }): LedgerEntry | null {
    const row =
      'key' in reference
        ? this.#database.prepare('select * from calls where device = ? and key = ?').get(device, reference.key)
        : this.#database.prepare('select * from calls where call_id = ?').get(reference.callId)
    return row === undefined ? null : entryOf(row as unknown as Row)
  }

  /** Calls that an earlier run of the gateway left while they ran: how they went has to be found out. */
  interrupted(): readonly LedgerEntry[] {
    const rows = this.#database
      .prepare("select * from calls where state = 'running' and instance <> ?")
      .all(this.#instance)
    return (rows as unknown as Row[]).map((row) => entryOf(row))
  }

  /** Gives a call back of which it is certain that nothing ran: the same key begins it anew. */
  async giveBack(callId: string): Promise<void> {
    await this.#batch.write(() =>
      this.#database.prepare("update calls set state = 'accepted', run_id = null where call_id = ?").run(callId),
    )
  }

  /** Forgets keys that are too old. */
  expire(): void {
    this.#database.prepare('delete from calls where created_at < ?').run(this.#now() - this.#limits.keptMs)
    this.#keys.clear()
    this.#resultBytes = this.#number('select coalesce(sum(length(result)), 0) as n from calls')
  }

  close(): void {
    this.#batch.flush()
    this.#database.close()
  }

  /** @returns whether it is for the caller to run */
  #reserve({ device, key, fingerprint, session, tool }: NewEntry): boolean {
    const inserted = this.#database
      .prepare(`insert or ignore into calls (device, key, fingerprint, call_id, session, tool, state, instance, created_at)
        values (?, ?, ?, ?, ?, ?, 'accepted', ?, ?)`)
      .run(device, key, fingerprint, `call_${newId()}`, session, tool, this.#instance, this.#now())
    if (inserted.changes === 1) {
      this.#keys.set(device, this.#keysOf(device) + 1)
      return true
    }
    // Nothing of it has run, and who was to run it is gone.
    const taken = this.#database
      .prepare(`update calls set instance = ?
        where device = ? and key = ? and fingerprint = ? and state = 'accepted' and instance <> ?`)
      .run(this.#instance, device, key, fingerprint, this.#instance)
    return taken.changes === 1
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

  #number(query: string): number {
    return (this.#database.prepare(query).get() as { n: number }).n
  }
}

interface Row {
  readonly [column: string]: string | number | null
}

function entryOf(row: Row): LedgerEntry {
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
    result: result === null ? null : (JSON.parse(result) as CallResult),
  }
}
