import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { AuditRecord, ChainHead } from '@poundlock/audit'
import { readAuditLine } from '@poundlock/audit/node'
import { openDatabase, recordFailed, type Database } from '@poundlock/ledger'
import { WriteBatch, type Durability } from '@poundlock/state-files/node'

/** The copy of one chain of a node. A node has another one where the one before does not go on. */
export interface ChainCopy {
  readonly origin: string
  /** From 1. */
  readonly chain: number
  /** What the node said that its head is. */
  readonly announced: ChainHead
  readonly announcedAt: number
  readonly bytes: number
}

export interface StoredProblem {
  readonly chain: number
  readonly seq: number
  readonly kind: 'truncated' | 'forked' | 'copied' | 'quota'
  readonly message: string
}

const MAX_FILE_BYTES = 16 * 1024 ** 3
/** Of the lines that are read at once: some milliseconds of hashing. */
const SLICE_LENGTH = 128 * 1024

const SCHEMA = `
  create table if not exists chains (
    origin text not null, chain integer not null, head_seq integer not null, head_hash text not null,
    announced_at integer not null, bytes integer not null, primary key (origin, chain)
  ) without rowid;
  create table if not exists records (
    origin text not null, chain integer not null, seq integer not null, hash text not null, prev text not null,
    run_id text, line text not null, primary key (origin, chain, seq)
  );
  create index if not exists records_by_hash on records (hash);
  create index if not exists records_by_run on records (origin, run_id) where run_id is not null;
  create table if not exists problems (
    origin text not null, chain integer not null, seq integer not null, kind text not null, message text not null,
    primary key (origin, chain, seq, kind)
  ) without rowid;`

const text = (record: AuditRecord, key: string): string | null => {
  const value = (record.data as Readonly<Record<string, unknown>>)[key]
  return typeof value === 'string' ? value : null
}

/** The records that nodes have shipped, in a file that survives power failures. Nothing is ever changed or removed. */
export class ChainStore {
  readonly #database: Database
  readonly #batch: WriteBatch

  /** @throws StateFileError, GatewayError `RECORD_FAILED` */
  constructor(folder: string) {
    const file = join(folder, 'chains.sqlite')
    this.#database = openDatabase(file, { survives: 'power', maxBytes: MAX_FILE_BYTES, schema: SCHEMA })
    this.#batch = new WriteBatch(this.#database, { asError: recordFailed, syncsApart: file })
  }

  /** Does all of it, or nothing. @throws GatewayError `RECORD_FAILED` */
  write<Result>(statements: () => Result, survives?: Durability): Promise<Result> {
    return this.#batch.write(statements, survives)
  }

  chains(origin: string): readonly ChainCopy[] {
    const rows = this.#database.prepare('select * from chains where origin = ? order by chain').all(origin)
    return (rows as unknown as ChainRow[]).map((row) => copyOf(row))
  }

  origins(): readonly string[] {
    const rows = this.#database.prepare('select distinct origin from chains').all()
    return (rows as unknown as { origin: string }[]).map(({ origin }) => origin)
  }

  /** Within `write`. */
  putChain({ origin, chain, announced, announcedAt, bytes }: ChainCopy): void {
    this.#database
      .prepare('insert or replace into chains values (?, ?, ?, ?, ?, ?)')
      .run(origin, chain, announced.seq, announced.hash, announcedAt, bytes)
  }

  /** Within `write`. */
  putRecord({ origin, chain }: Pick<ChainCopy, 'origin' | 'chain'>, record: AuditRecord, line: string): void {
    const runId = record.type === 'run-start' ? text(record, 'runId') : null
    this.#database
      .prepare('insert into records values (?, ?, ?, ?, ?, ?, ?)')
      .run(origin, chain, record.seq, record.hash, record.prev, runId, line)
  }

  /** Within `write`; the first one of a kind and a record stays. */
  putProblem(origin: string, { chain, seq, kind, message }: StoredProblem): void {
    this.#database
      .prepare('insert or ignore into problems values (?, ?, ?, ?, ?)')
      .run(origin, chain, seq, kind, message)
  }

  problems(origin: string): readonly StoredProblem[] {
    const rows = this.#database.prepare('select * from problems where origin = ? order by chain, seq').all(origin)
    return rows as unknown as StoredProblem[]
  }

  /** The hash of a record, and of the one that it follows. */
  link(
    { origin, chain }: Pick<ChainCopy, 'origin' | 'chain'>,
    seq: number,
  ): { readonly hash: string; readonly prev: string } | null {
    const query = 'select hash, prev from records where origin = ? and chain = ? and seq = ?'
    const row = this.#database.prepare(query).get(origin, chain, seq)
    return (row as { hash: string; prev: string } | undefined) ?? null
  }

  /** The first record that is not here. */
  firstMissing({ origin, chain }: Pick<ChainCopy, 'origin' | 'chain'>): number {
    const { count, last } = this.extent({ origin, chain })
    if (count === last) return last + 1
    if (this.link({ origin, chain }, 1) === null) return 1
    const row = this.#database
      .prepare(
        `select seq + 1 as seq from records r where origin = ? and chain = ? and not exists
          (select 1 from records n where n.origin = r.origin and n.chain = r.chain and n.seq = r.seq + 1)
          order by seq limit 1`,
      )
      .get(origin, chain)
    return (row as { seq: number }).seq
  }

  /** How many records are here, and the number of the last one. */
  extent({ origin, chain }: Pick<ChainCopy, 'origin' | 'chain'>): { readonly count: number; readonly last: number } {
    const query = 'select count(*) as count, coalesce(max(seq), 0) as last from records where origin = ? and chain = ?'
    return this.#database.prepare(query).get(origin, chain) as { count: number; last: number }
  }

  /** Another node that has shipped a record. */
  otherOrigin(origin: string, hash: string): string | null {
    const row = this.#database.prepare('select origin from records where hash = ? and origin <> ?').get(hash, origin)
    return (row as { origin: string } | undefined)?.origin ?? null
  }

  hasRun(origin: string, runId: string): boolean {
    const query = 'select 1 from records where origin = ? and run_id = ?'
    return this.#database.prepare(query).get(origin, runId) !== undefined
  }

  /** The last record that is here. */
  lastLink({ origin, chain }: Pick<ChainCopy, 'origin' | 'chain'>): ChainHead | null {
    const query = 'select seq, hash from records where origin = ? and chain = ? order by seq desc limit 1'
    const row = this.#database.prepare(query).get(origin, chain) as { seq: number; hash: string } | undefined
    return row ? { seq: row.seq, hash: row.hash } : null
  }

  /** Lines of a chain, in order. */
  async *lines(copy: Pick<ChainCopy, 'origin' | 'chain'>): AsyncGenerator<string, void, undefined> {
    const query = 'select seq, line from records where origin = ? and chain = ? and seq > ? order by seq'
    for await (const { line } of this.#slices(copy, query, 0)) yield line
  }

  /** The same from the end, or from the record before a number. */
  async *linesBackwards(
    copy: Pick<ChainCopy, 'origin' | 'chain'>,
    before = Number.MAX_SAFE_INTEGER,
  ): AsyncGenerator<{ readonly record: AuditRecord | null; readonly text: string }, void, undefined> {
    const query = 'select seq, line from records where origin = ? and chain = ? and seq < ? order by seq desc'
    for await (const { line } of this.#slices(copy, query, before)) yield { record: readAuditLine(line), text: line }
  }

  /** Between two slices the gateway does what else there is to do; what is written meanwhile is read, too. */
  async *#slices(
    { origin, chain }: Pick<ChainCopy, 'origin' | 'chain'>,
    query: string,
    from: number,
  ): AsyncGenerator<RecordRow, void, undefined> {
    const statement = this.#database.prepare(query)
    for (let at = from; ;) {
      const slice: RecordRow[] = []
      let length = 0
      for (const row of statement.iterate(origin, chain, at) as Iterable<unknown> as Iterable<RecordRow>) {
        slice.push(row)
        length += row.line.length
        if (length >= SLICE_LENGTH) break
      }
      if (slice.length === 0) return
      yield* slice
      at = slice.at(-1)!.seq
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await setImmediate()
    }
  }

  close(): void {
    this.#batch.close()
  }
}

interface RecordRow {
  readonly seq: number
  readonly line: string
}

interface ChainRow {
  readonly origin: string
  readonly chain: number
  readonly head_seq: number
  readonly head_hash: string
  readonly announced_at: number
  readonly bytes: number
}

const copyOf = ({ origin, chain, head_seq, head_hash, announced_at, bytes }: ChainRow): ChainCopy => ({
  origin,
  chain,
  announced: { seq: head_seq, hash: head_hash },
  announcedAt: announced_at,
  bytes,
})
