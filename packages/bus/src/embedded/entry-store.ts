import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { openOwnDatabase, WriteBatch, type OwnDatabase } from '@poundlock/state-files/node'
import { BusError } from '../contract/bus-error.ts'
import type { AppendOutcome, ClaimOutcome, CompareOutcome, Entry, Page } from '../contract/bus.ts'
import { decodeName, type Selection } from '../contract/name.ts'
import type { SpaceLimits } from '../contract/space-limits.ts'
import { decodeValue } from '../contract/value.ts'
import { sqliteError } from './sqlite-error.ts'

const SCHEMA = `
  create table if not exists entries (
    sequence integer primary key autoincrement, kind text not null, space text not null, path text not null,
    at integer not null, expires_at integer, id text, value text, bytes integer not null
  );
  create index if not exists entries_by_path on entries (kind, space, path, sequence);
  create index if not exists entries_by_space on entries (kind, space, sequence);
  create unique index if not exists entries_by_id on entries (space, path, id) where id is not null;
  create unique index if not exists entries_by_key on entries (space, path) where kind = 'key';
  create index if not exists entries_by_expiry on entries (expires_at) where expires_at is not null;
  create table if not exists dropped (kind text, space text, sequence integer, primary key (kind, space));`

/** A removed key is remembered for watchers that were not reading. */
const REMOVAL_KEPT_MS = 24 * 60 * 60_000
/** What an entry takes beside its value. */
const ENTRY_BYTES = 200

/** A write to a key or log; `sequence` is its own. */
export type StoredChange = { readonly sequence: number; readonly event: StoredEvent }

type StoredEvent =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'removed'; readonly name: Entry['name'] }

interface Row {
  readonly sequence: number
  readonly path: string
  readonly at: number
  readonly value: string | null
}

/** The keys and logs of one process, in a file that survives a kill and a power failure. */
export class EntryStore {
  readonly #database: OwnDatabase
  readonly #batch: WriteBatch
  readonly #limits: (space: string) => SpaceLimits
  readonly #now: () => number
  readonly #bytes = new Map<string, number>()
  readonly #statements = new Map<string, StatementSync>()

  /** @throws StateFileError, BusError `IN_USE`, `IO` */
  constructor(folder: string, maxBytes: number, limits: (space: string) => SpaceLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
    try {
      this.#database = openOwnDatabase(join(folder, 'bus.sqlite'), {
        survives: 'power',
        maxBytes,
        // Watchers of another process would not learn of what this one writes.
        schema: `pragma locking_mode = exclusive; begin immediate; ${SCHEMA} commit`,
      })
    } catch (error) {
      throw sqliteError(error)
    }
    this.#batch = new WriteBatch(this.#database, {
      asError: (error) => {
        // What was counted was not written.
        this.#bytes.clear()
        return sqliteError(error)
      },
    })
  }

  async claim(key: Selection, value: string, ttlMs: number | undefined): Promise<ClaimOutcome> {
    const outcome = await this.#batch.write(() => this.#claim(key, value, ttlMs))
    if (outcome === 'full') throw full(key.space)
    return outcome
  }

  /** @param value `null` removes the key */
  async compareAndSet(
    key: Selection,
    sequence: number,
    value: string | null,
    ttlMs: number | undefined,
  ): Promise<CompareOutcome> {
    const outcome = await this.#batch.write(() => this.#compareAndSet(key, sequence, value, ttlMs))
    if (outcome === 'full') throw full(key.space)
    return outcome
  }

  append(log: Selection, value: string, id: string | null): Promise<AppendOutcome> {
    return this.#batch.write(() => {
      const same = id === null ? undefined : this.#row('space = ? and path = ? and id = ?', log.space, log.path, id)
      if (same !== undefined) return { sequence: same.sequence, duplicate: true }
      const sequence = this.#insert(log, value, null, id)
      this.#dropOldest(log.space)
      return { sequence, duplicate: false }
    })
  }

  read(selection: Selection, after: number, limit: number): Page {
    const changes = this.changes(selection, after, limit + 1, false)
    const entries = changes.slice(0, limit).flatMap(({ event }) => (event.kind === 'entry' ? [event.entry] : []))
    return { entries, more: changes.length > limit, gap: selection.kind === 'log' && this.dropped(selection) > after }
  }

  /** The highest sequence that was dropped from the space; 0 when none was. */
  dropped({ kind, space }: Selection): number {
    const row = this.#prepare('select sequence from dropped where kind = ? and space = ?').get(kind, space)
    return (row?.['sequence'] as number | undefined) ?? 0
  }

  /** What a selection holds beyond a sequence; removals only on demand. */
  changes({ kind, space, path, below }: Selection, after: number, limit: number, removals: boolean): StoredChange[] {
    // The character after the dot ends the range of names below the path.
    const scope = !below ? 'and path = ?' : path === '' ? '' : 'and path > ? and path < ?'
    const paths = !below ? [path] : path === '' ? [] : [`${path}.`, `${path}/`]
    const rows = this.#prepare(
      `select sequence, path, at, value from entries where kind = ? and space = ? and sequence > ? ${scope}
          and (expires_at is null or expires_at > ?) ${removals ? '' : 'and value is not null'} order by sequence limit ?`,
    ).all(kind, space, after, ...paths, this.#now(), limit)
    return (rows as unknown as Row[]).map((row) => changeOf(space, row))
  }

  /** The end of the space. */
  lastSequence(): number {
    return this.#number('select coalesce(max(sequence), 0) as n from entries')
  }

  /**
   * Removes keys that have expired and entries that are too old.
   *
   * @returns the spaces in which keys were removed, and milliseconds until the next key expires, or `null`
   */
  async sweep(): Promise<{ readonly spaces: readonly string[]; readonly nextMs: number | null }> {
    const spaces = await this.#batch.write(() => this.#sweep())
    const next = this.#prepare('select min(expires_at) as n from entries where value is not null').get()
    const at = next?.['n'] as number | null
    return { spaces, nextMs: at === null ? null : Math.max(0, at - this.#now()) }
  }

  close(): void {
    this.#batch.close()
  }

  #claim(key: Selection, value: string, ttlMs: number | undefined): ClaimOutcome | 'full' {
    const current = this.#current(key)
    if (current !== null) return { claimed: false, current }
    const sequence = this.#setKey(key, value, ttlMs)
    return sequence === 'full' ? 'full' : { claimed: true, sequence }
  }

  #compareAndSet(
    key: Selection,
    expected: number,
    value: string | null,
    ttlMs: number | undefined,
  ): CompareOutcome | 'full' {
    const current = this.#current(key)
    if (current?.sequence !== expected) return { written: false, current }
    const sequence = this.#setKey(key, value, ttlMs)
    if (sequence === 'full') return 'full'
    return { written: true, sequence: value === null ? 0 : sequence }
  }

  #sweep(): string[] {
    const now = this.#now()
    const expired = this.#prepare(
      "select space, path from entries where kind = 'key' and value is not null and expires_at <= ?",
    ).all(now) as unknown as { space: string; path: string }[]
    for (const { space, path } of expired) this.#setKey({ kind: 'key', space, path, below: false }, null, undefined)
    this.#dropWhere("kind = 'key' and value is null and expires_at <= ?", now)
    for (const { space } of this.#prepare("select distinct space from entries where kind = 'log'").all()) {
      const { maxAgeMs } = this.#limits(space as string)
      this.#dropWhere("kind = 'log' and space = ? and at < ?", space as string, now - maxAgeMs)
    }
    return [...new Set(expired.map(({ space }) => space))]
  }

  #dropWhere(where: string, ...values: (string | number)[]): void {
    this.#prepare(
      `insert into dropped select kind, space, max(sequence) from entries where ${where} group by kind, space
          on conflict do update set sequence = max(sequence, excluded.sequence)`,
    ).run(...values)
    const { changes } = this.#prepare(`delete from entries where ${where}`).run(...values)
    if (changes !== 0) this.#bytes.clear()
  }

  /** One full space fails one write, and not those of others in the same transaction. */
  #setKey(key: Selection, value: string | null, ttlMs: number | undefined): number | 'full' {
    const { kind, space, path } = key
    const old = this.#prepare("select bytes from entries where kind = 'key' and space = ? and path = ?").get(
      space,
      path,
    )?.['bytes'] as number | undefined
    const used = this.#usedBytes(kind, space) - (old ?? 0)
    if (value !== null && used + sizeOf(path, value) > this.#limits(space).maxBytes) return 'full'
    this.#prepare("delete from entries where kind = 'key' and space = ? and path = ?").run(space, path)
    this.#bytes.set(`${kind} ${space}`, used)
    const lifetimeMs = value === null ? REMOVAL_KEPT_MS : ttlMs
    return this.#insert(key, value, lifetimeMs === undefined ? null : this.#now() + lifetimeMs, null)
  }

  #insert({ kind, space, path }: Selection, value: string | null, expiresAt: number | null, id: string | null): number {
    const bytes = sizeOf(path, value)
    const used = this.#usedBytes(kind, space)
    const { lastInsertRowid } = this.#prepare(
      'insert into entries (kind, space, path, at, expires_at, id, value, bytes) values (?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(kind, space, path, this.#now(), expiresAt, id, value, bytes)
    this.#bytes.set(`${kind} ${space}`, used + bytes)
    return Number(lastInsertRowid)
  }

  /** Down to nine tenths, so that it is not done at each write. */
  #dropOldest(space: string): void {
    const { maxBytes } = this.#limits(space)
    let used = this.#usedBytes('log', space)
    if (used <= maxBytes) return
    let last = 0
    const oldest = this.#prepare(
      "select sequence, bytes from entries where kind = 'log' and space = ? order by sequence",
    )
    for (const row of oldest.iterate(space)) {
      if (used <= maxBytes * 0.9) break
      last = row['sequence'] as number
      used -= row['bytes'] as number
    }
    this.#dropWhere("kind = 'log' and space = ? and sequence <= ?", space, last)
  }

  #usedBytes(kind: Selection['kind'], space: string): number {
    const known = this.#bytes.get(`${kind} ${space}`)
    if (known !== undefined) return known
    const row = this.#prepare('select coalesce(sum(bytes), 0) as n from entries where kind = ? and space = ?').get(
      kind,
      space,
    )
    this.#bytes.set(`${kind} ${space}`, row?.['n'] as number)
    return row?.['n'] as number
  }

  #current({ space, path }: Selection): Entry | null {
    const row = this.#row(
      "kind = 'key' and space = ? and path = ? and value is not null and (expires_at is null or expires_at > ?)",
      space,
      path,
      this.#now(),
    )
    const event = row && changeOf(space, row).event
    return event?.kind === 'entry' ? event.entry : null
  }

  #row(where: string, ...values: (string | number)[]): Row | undefined {
    return this.#prepare(`select sequence, path, at, value from entries where ${where}`).get(...values) as
      | Row
      | undefined
  }

  /** A statement, compiled once. */
  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }

  #number(query: string): number {
    return this.#prepare(query).get()?.['n'] as number
  }
}

function changeOf(space: string, { sequence, path, at, value }: Row): StoredChange {
  const name = decodeName(space, path) ?? [space]
  if (value === null) return { sequence, event: { kind: 'removed', name } }
  return { sequence, event: { kind: 'entry', entry: { name, sequence, at, ...decodeValue(value) } } }
}

const sizeOf = (path: string, value: string | null) => Buffer.byteLength(value ?? '') + path.length + ENTRY_BYTES

const full = (space: string) =>
  new BusError(`The keys of ${space} have reached their limit of bytes.`, {
    code: 'FULL',
    remedy: 'Remove keys, give them a shorter life, or raise maxBytes of the space.',
    details: { space },
  })
