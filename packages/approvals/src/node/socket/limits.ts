/** What was seen within a while, up to a number: when that is reached, nothing more is let through until some is old. */
export class NonceMemory {
  readonly #lifetimeMs: number
  readonly #max: number
  readonly #seen = new Map<string, number>()

  constructor(lifetimeMs: number, max: number) {
    this.#lifetimeMs = lifetimeMs
    this.#max = max
  }

  get size(): number {
    return this.#seen.size
  }

  /** Notes a value. `replayed`: it was noted before; `full`: it cannot be noted. */
  note(value: string, now: number): 'new' | 'replayed' | 'full' {
    // Insertion is the order of time: the oldest come first.
    for (const [old, at] of this.#seen) {
      if (now - at <= 2 * this.#lifetimeMs) break
      this.#seen.delete(old)
    }
    if (this.#seen.has(value)) return 'replayed'
    if (this.#seen.size >= this.#max) return 'full'
    this.#seen.set(value, now)
    return 'new'
  }
}

/** So many in a second, with twice as many at once. */
export class Rate {
  readonly #perSecond: number
  #left: number
  #at: number

  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond
    this.#left = 2 * perSecond
    this.#at = now
  }

  take(now: number): boolean {
    this.#left = Math.min(2 * this.#perSecond, this.#left + (Math.max(0, now - this.#at) * this.#perSecond) / 1000)
    this.#at = now
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
