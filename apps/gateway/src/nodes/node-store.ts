import { join } from 'node:path'
import { openDatabase, recordFailed, type Database } from '@poundlock/ledger'
import type { NodeCommand, NodeLabels, RunOutcome } from '@poundlock/protocol'
import { WriteBatch, type Durability } from '@poundlock/state-files/node'

/** What operators decided about a node, and when it was last there. */
export interface NodeRecord {
  readonly id: string
  /** Counts its connections. */
  readonly epoch: number
  readonly declared: readonly NodeCommand[]
  readonly approved: readonly NodeCommand[]
  /** What was rejected, so that it is not asked about again. */
  readonly rejected: readonly NodeCommand[]
  readonly labels: NodeLabels
  readonly draining: boolean
  readonly address?: string
  readonly seenAt?: number
  readonly approvedAt?: number
  readonly approvedBy?: string
}

/** A command that was sent to a node, or is about to be. */
export interface DispatchRecord {
  readonly run: string
  readonly node: string
  /** Of the node's ledger: another one knows nothing of it. */
  readonly ledger: string
  readonly callId: string
  readonly createdAt: number
  /** `null` until it is known. */
  readonly outcome: RunOutcome | null
}

const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = 7 * DAY_MS
const MAX_FILE_BYTES = 1024 * 1024 * 1024

const SCHEMA = `
  create table if not exists nodes (id text primary key, epoch integer not null, record text not null) without rowid;
  create table if not exists dispatches (
    run text primary key, node text not null, ledger text not null, call_id text not null,
    created_at integer not null, outcome text
  ) without rowid;
  create index if not exists dispatches_by_call on dispatches (call_id);
  create index if not exists dispatches_open on dispatches (node) where outcome is null;`

/** Nodes and what was sent to them, in a file that survives power failures. */
export class NodeStore {
  readonly #database: Database
  readonly #batch: WriteBatch
  readonly #now: () => number

  /** @throws StateFileError, GatewayError `RECORD_FAILED` */
  constructor(folder: string, now: () => number) {
    this.#now = now
    const file = join(folder, 'nodes.sqlite')
    this.#database = openDatabase(file, {
      survives: 'power',
      maxBytes: MAX_FILE_BYTES,
      schema: SCHEMA,
    })
    this.#batch = new WriteBatch(this.#database, { asError: recordFailed, syncsApart: file })
  }

  all(): readonly NodeRecord[] {
    const rows = this.#database.prepare('select record, epoch from nodes').all()
    return (rows as unknown as { record: string; epoch: number }[]).map(({ record, epoch }) => ({
      ...(JSON.parse(record) as NodeRecord),
      epoch,
    }))
  }

  /** @throws GatewayError `RECORD_FAILED`; nothing has changed then */
  async put(record: NodeRecord, survives: Durability = 'power'): Promise<void> {
    const text = 'insert or replace into nodes (id, epoch, record) values (?, ?, ?)'
    await this.#batch.write(
      () => this.#database.prepare(text).run(record.id, record.epoch, JSON.stringify({ ...record, epoch: 0 })),
      survives,
    )
  }

  async remove(id: string): Promise<void> {
    await this.#batch.write(() => this.#database.prepare('delete from nodes where id = ?').run(id))
  }

  /** @throws GatewayError `RECORD_FAILED`: it must not be sent then */
  async dispatch({ run, node, ledger, callId }: Omit<DispatchRecord, 'createdAt' | 'outcome'>): Promise<void> {
    const text = 'insert into dispatches (run, node, ledger, call_id, created_at) values (?, ?, ?, ?, ?)'
    await this.#batch.write(() => this.#database.prepare(text).run(run, node, ledger, callId, this.#now()))
  }

  /** Writes down how a run ended; the first outcome stays. */
  async finish(run: string, outcome: RunOutcome): Promise<void> {
    const text = 'update dispatches set outcome = ? where run = ? and outcome is null'
    // The clock of the node is its own.
    const endedAt = Math.min(outcome.endedAt, this.#now())
    await this.#batch.write(() => this.#database.prepare(text).run(JSON.stringify({ ...outcome, endedAt }), run))
  }

  /** Settles when all that can be read now is on the disk. @throws GatewayError `RECORD_FAILED` */
  async synced(): Promise<void> {
    await this.#batch.write(() => undefined)
  }

  /** Takes back what certainly was not and will not be run. */
  async withdraw(run: string): Promise<void> {
    await this.#batch.write(() => this.#database.prepare('delete from dispatches where run = ?').run(run))
  }

  find(run: string): DispatchRecord | null {
    return this.#one('select * from dispatches where run = ?', run)
  }

  /** The newest one of a call. */
  ofCall(callId: string): DispatchRecord | null {
    return this.#one('select * from dispatches where call_id = ? order by created_at desc limit 1', callId)
  }

  /** Those of a node whose end is not known. */
  open(node: string): readonly DispatchRecord[] {
    const rows = this.#database.prepare('select * from dispatches where node = ? and outcome is null').all(node)
    return (rows as unknown as DispatchRow[]).map((row) => dispatchOf(row))
  }

  /** Runs of a node that ended, and the record of each in the log of the node. */
  reportedRuns(node: string): readonly { readonly run: string; readonly record: string; readonly endedAt: number }[] {
    const text = `select run, outcome ->> 'record' as record, outcome ->> 'endedAt' as endedAt from dispatches
      where node = ? and outcome ->> 'record' is not null`
    return this.#database.prepare(text).all(node) as unknown as { run: string; record: string; endedAt: number }[]
  }

  /** Forgets what is too old. */
  expire(): void {
    this.#database.prepare('delete from dispatches where created_at < ?').run(this.#now() - KEPT_MS)
  }

  close(): void {
    this.#batch.close()
  }

  #one(query: string, key: string): DispatchRecord | null {
    const row = this.#database.prepare(query).get(key)
    return row === undefined ? null : dispatchOf(row as unknown as DispatchRow)
  }
}

interface DispatchRow {
  readonly run: string
  readonly node: string
  readonly ledger: string
  readonly call_id: string
  readonly created_at: number
  readonly outcome: string | null
}

const dispatchOf = ({ run, node, ledger, call_id, created_at, outcome }: DispatchRow): DispatchRecord => ({
  run,
  node,
  ledger,
  callId: call_id,
  createdAt: created_at,
  outcome: outcome === null ? null : (JSON.parse(outcome) as RunOutcome),
})
