import type { Bus, Entry, KeyOptions } from '@poundlock/bus'
import type { Log } from '../dispatch/log.ts'
import { watchKeys } from './watch-keys.ts'

export interface SharedRecordsOptions<Value> {
  readonly bus: Bus
  /** One key of this space for each record. */
  readonly space: string
  readonly log: Log
  /** What another gateway wrote; `null` where it cannot be relied on, and is left out. */
  readonly read: (value: unknown) => Value | null
  /** Told of each record as it is now; `null` when it is gone. */
  readonly changed: (id: string, value: Value | null) => void
}

interface Known<Value> {
  readonly sequence: number
  readonly value: Value
}

/** `sequence` is `null` where it was not written; `current` is what stands there instead. */
interface Written {
  readonly sequence: number | null
  readonly current: Entry | null
}

/** So often a record is changed anew that others change at the same time. */
const MOST_TRIES = 20

/** Records that all gateways see, by id. A change is made to the newest one, by compare-and-set, or not at all. */
export class SharedRecords<Value> {
  readonly #options: SharedRecordsOptions<Value>
  readonly #known = new Map<string, Known<Value>>()
  readonly #ending = new AbortController()

  constructor(options: SharedRecordsOptions<Value>) {
    this.#options = options
  }

  /** Reads what exists, and follows it. */
  start(): Promise<void> {
    const { bus, space, log } = this.#options
    return watchKeys({
      bus,
      space,
      log,
      signal: this.#ending.signal,
      changed: (entry) => this.#take(entry),
      removed: (name) => this.#forget(name[1] ?? ''),
    })
  }

  get(id: string): Value | undefined {
    return this.#known.get(id)?.value
  }

  *entries(): Iterable<readonly [id: string, value: Value]> {
    for (const [id, { value }] of this.#known) yield [id, value]
  }

  /**
   * Changes a record. `change` gets the newest one and may be called again, where another gateway was first; `null` changes
   * nothing.
   *
   * @returns the record as it is now
   * @throws BusError; then treat the change as not made
   */
  async change(
    id: string,
    change: (before: Value | undefined) => Value | null,
    ttlMs?: number,
  ): Promise<Value | undefined> {
    const { space } = this.#options
    const options = ttlMs === undefined ? {} : { ttlMs }
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const known = this.#known.get(id)
      const value = change(known?.value)
      if (value === null) return known?.value
      // oxlint-disable-next-line no-await-in-loop -- each try needs what the one before found
      const { sequence, current } = await this.#write(id, known, value, options)
      if (sequence !== null) {
        this.#set(id, sequence, value)
        return value
      }
      if (current === null) this.#forget(id)
      else this.#take(current)
    }
    throw new Error(`${space} ${id}: others changed it ${MOST_TRIES} times`)
  }

  /** Removes a record as it is known here. */
  async remove(id: string): Promise<void> {
    const known = this.#known.get(id)
    if (known === undefined) return
    const { bus, space } = this.#options
    const outcome = await bus.compareAndSet([space, id], known.sequence, undefined)
    if (outcome.written || outcome.current === null) return this.#forget(id)
    this.#take(outcome.current)
    return this.remove(id)
  }

  close(): void {
    this.#ending.abort()
  }

  async #write(id: string, known: Known<Value> | undefined, value: Value, options: KeyOptions): Promise<Written> {
    const { bus, space } = this.#options
    if (known === undefined) {
      const claim = await bus.claim([space, id], value, options)
      return claim.claimed ? { sequence: claim.sequence, current: null } : { sequence: null, current: claim.current }
    }
    const outcome = await bus.compareAndSet([space, id], known.sequence, value, options)
    return outcome.written
      ? { sequence: outcome.sequence, current: null }
      : { sequence: null, current: outcome.current }
  }

  #take({ name, sequence, value }: Entry): void {
    const read = this.#options.read(value)
    const id = name[1] ?? ''
    if (read === null) return this.#options.log('shared-record-refused', { space: this.#options.space, id })
    if (sequence > (this.#known.get(id)?.sequence ?? 0)) this.#set(id, sequence, read)
  }

  #set(id: string, sequence: number, value: Value): void {
    if (sequence <= (this.#known.get(id)?.sequence ?? 0)) return
    this.#known.set(id, { sequence, value })
    this.#options.changed(id, value)
  }

  #forget(id: string): void {
    if (this.#known.delete(id)) this.#options.changed(id, null)
  }
}
