import { EventEmitter, once } from 'node:events'
import { busClosed } from '../contract/bus-error.ts'
import type * as Contract from '../contract/bus.ts'
import { readTarget, type Name, type Selection, type NameTarget } from '../contract/name.ts'
import { checkSequence, readLimit, readTtl } from '../contract/read-options.ts'
import { limitsOf, type LimitsBySpace } from '../contract/space-limits.ts'
import { encodeValue } from '../contract/value.ts'
import { EntryStore } from './entry-store.ts'
import { EmbeddedServices } from './services.ts'

/** The folder of a bus without a server. */
export interface EmbeddedBusOptions {
  /** A folder for this user alone, made if missing. */
  readonly folder: string
  /** For each space; the limits of the contract where absent. */
  readonly limits?: LimitsBySpace
  /** Bytes of the file; 1 GiB unless set. */
  readonly maxFileBytes?: number
  /** Milliseconds since 1970. The system's clock unless set. */
  readonly now?: () => number
}

const MAX_VALUE_BYTES = 1_000_000
const WATCH_PAGE = 100
/** Entries of logs become too old without an event. */
const SWEEP_EVERY_MS = 60 * 60_000
/** A timer may fire a moment before the clock shows its time. */
const MIN_SWEEP_MS = 10

/**
 * The bus of one process: requests stay in memory, keys and logs are in a SQLite file. What was written survives kill -9
 * and power failures.
 *
 * @throws StateFileError when the folder cannot be relied on; BusError `IN_USE`, `IO`
 */
export function openEmbeddedBus(options: EmbeddedBusOptions): Contract.Bus {
  return new EmbeddedBus(options)
}

class EmbeddedBus implements Contract.Bus {
  readonly maxValueBytes = MAX_VALUE_BYTES
  readonly #services = new EmbeddedServices(MAX_VALUE_BYTES)
  readonly #store: EntryStore
  readonly #written = new EventEmitter().setMaxListeners(0)
  readonly #closing = new AbortController()
  #sweepTimer: NodeJS.Timeout | undefined
  #sweepAt = Infinity

  constructor({ folder, limits = {}, maxFileBytes = 1024 ** 3, now = Date.now }: EmbeddedBusOptions) {
    this.#store = new EntryStore(folder, maxFileBytes, (space) => limitsOf(limits, space), now)
    this.#sweepIn(0)
  }

  request(name: Name, payload: unknown, options: Contract.BusRequestOptions = {}) {
    return this.#services.request(name, payload, options)
  }

  async serve(name: Name, handler: Contract.BusHandler, options: Contract.BusServeOptions = {}) {
    return this.#services.serve(name, handler, options)
  }

  async claim(key: Name, value: unknown, { ttlMs }: Contract.KeyOptions = {}) {
    const selection = this.#open({ key })
    const outcome = await this.#store.claim(selection, encodeValue(value, MAX_VALUE_BYTES), readTtl(ttlMs))
    if (outcome.claimed) this.#wrote(selection, ttlMs)
    return outcome
  }

  async compareAndSet(key: Name, sequence: number, value: unknown, { ttlMs }: Contract.KeyOptions = {}) {
    const selection = this.#open({ key })
    const text = value === undefined ? null : encodeValue(value, MAX_VALUE_BYTES)
    const outcome = await this.#store.compareAndSet(selection, checkSequence(sequence, 1), text, readTtl(ttlMs))
    if (outcome.written) this.#wrote(selection, ttlMs)
    return outcome
  }

  async append(log: Name, value: unknown, { id }: Contract.AppendOptions = {}) {
    const selection = this.#open({ log })
    const outcome = await this.#store.append(selection, encodeValue(value, MAX_VALUE_BYTES), id ?? null)
    if (!outcome.duplicate) this.#wrote(selection)
    return outcome
  }

  async read(target: NameTarget, { after = 0, limit }: Contract.ReadOptions = {}) {
    return this.#store.read(this.#open(target), checkSequence(after), readLimit(limit))
  }

  async *watch(target: NameTarget, { after = 0, signal }: Contract.LogWatchOptions = {}) {
    const selection = this.#open(target)
    const isEnded = () => signal?.aborted === true
    const beganAt = this.#store.lastSequence()
    let last = selection.kind === 'log' ? checkSequence(after) : 0
    let isCurrent = false
    while (!isEnded()) {
      if (this.#closing.signal.aborted) throw busClosed()
      // A watcher does not miss keys that were removed before it began.
      const dropped = selection.kind === 'log' || isCurrent ? this.#store.dropped(selection) : 0
      if (dropped > last) {
        last = dropped
        yield { kind: 'gap' } as const
        continue
      }
      const changes = this.#store.changes(selection, last, WATCH_PAGE, isCurrent)
      for (const { sequence, event } of changes) {
        if (!isCurrent && sequence > beganAt) {
          isCurrent = true
          yield { kind: 'current' } as const
        }
        if (isEnded()) return
        last = sequence
        yield event
      }
      if (changes.length > 0) continue
      if (isCurrent) {
        await this.#nextWrite(selection, signal)
        continue
      }
      isCurrent = true
      last = Math.max(last, beganAt)
      yield { kind: 'current' } as const
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    clearTimeout(this.#sweepTimer)
    this.#services.close()
    this.#store.close()
  }

  #open(target: NameTarget): Selection {
    if (this.#closing.signal.aborted) throw busClosed()
    return readTarget(target)
  }

  #wrote({ kind, space }: Selection, ttlMs?: number): void {
    this.#written.emit(`${kind} ${space}`)
    if (ttlMs !== undefined) this.#sweepIn(ttlMs)
  }

  async #nextWrite({ kind, space }: Selection, signal: AbortSignal | undefined): Promise<void> {
    const ends = AbortSignal.any([this.#closing.signal, ...(signal === undefined ? [] : [signal])])
    await once(this.#written, `${kind} ${space}`, { signal: ends }).catch((error: unknown) => {
      if (!ends.aborted) throw error
    })
  }

  /** Earlier than planned, never later. */
  #sweepIn(ms: number): void {
    const at = performance.now() + Math.min(ms, SWEEP_EVERY_MS)
    if (at >= this.#sweepAt) return
    clearTimeout(this.#sweepTimer)
    this.#sweepAt = at
    this.#sweepTimer = setTimeout(() => void this.#sweep(), Math.max(1, at - performance.now())).unref()
  }

  async #sweep(): Promise<void> {
    this.#sweepAt = Infinity
    // A full disk is tried again; reads leave out what has expired anyway.
    const { spaces, nextMs } = await this.#store.sweep().catch(() => ({ spaces: [], nextMs: SWEEP_EVERY_MS }))
    if (this.#closing.signal.aborted) return
    for (const space of spaces) this.#written.emit(`key ${space}`)
    this.#sweepIn(Math.max(MIN_SWEEP_MS, nextMs ?? SWEEP_EVERY_MS))
  }
}
