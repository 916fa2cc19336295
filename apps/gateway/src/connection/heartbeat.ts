/** What is looked after: somebody who was heard at a tick, and can be pinged or given up. */
export interface Beating {
  /** The tick in which something was heard last. */
  lastSignAt: number
  ping(): void
  giveUp(): void
}

/** Each connection is looked at once an interval; a part of them at a time, so that ten thousand are no burst. */
const SLICES = 8

/** Pings those that say nothing, and gives up those that do not answer until the next round. One timer for all. */
export class Heartbeat {
  readonly #slices: readonly Set<Beating>[] = Array.from({ length: SLICES }, () => new Set<Beating>())
  readonly #timer: NodeJS.Timeout
  #added = 0
  /** Counts up, a slice at a time. */
  tick = SLICES

  constructor(intervalMs: number) {
    this.#timer = setInterval(() => this.#beat(), Math.max(1, intervalMs / SLICES)).unref()
  }

  add(beating: Beating): void {
    this.#slices[this.#added++ % SLICES]!.add(beating)
  }

  remove(beating: Beating): void {
    for (const slice of this.#slices) if (slice.delete(beating)) return
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    this.tick++
    for (const beating of this.#slices[this.tick % SLICES]!) {
      const silentFor = this.tick - beating.lastSignAt
      // Pinged a round ago, and not heard since.
      if (silentFor >= 2 * SLICES) beating.giveUp()
      else if (silentFor >= SLICES) beating.ping()
    }
  }
}
