/** So many a second, and as many at once after a pause. */
export class TokenBucket {
  readonly #perSecond: number
  #left: number
  #at: number

  /** @param at monotonic milliseconds */
  constructor(perSecond: number, at: number) {
    this.#perSecond = perSecond
    this.#left = perSecond
    this.#at = at
  }

  /** @returns milliseconds to wait; 0 when one was taken */
  take(at: number): number {
    const passed = Math.max(0, at - this.#at)
    this.#left = Math.min(this.#perSecond, this.#left + (passed * this.#perSecond) / 1000)
    this.#at = at
    if (this.#left < 1) return Math.ceil(((1 - this.#left) * 1000) / this.#perSecond)
    this.#left--
    return 0
  }
}
