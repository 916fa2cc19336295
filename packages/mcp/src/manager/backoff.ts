/** How often and how soon a server that fails is started again. */
export interface Backoff {
  /** Milliseconds before the second start; each further one waits twice as long. */
  readonly firstMs: number
  /** Milliseconds that it waits at most before a start. */
  readonly longestMs: number
  /** Failures in a row, without an answered call between them, after which it is left alone. */
  readonly mostFailures: number
  /** Milliseconds after which one that is left alone is tried once more. */
  readonly restMs: number
}

export const DEFAULT_BACKOFF: Backoff = { firstMs: 500, longestMs: 30_000, mostFailures: 5, restMs: 5 * 60_000 }

/** Counts failures in a row. */
export class FailureCount {
  readonly #backoff: Backoff
  #failures = 0
  #lastAt = -Infinity

  constructor(backoff: Backoff) {
    this.#backoff = backoff
  }

  get failures(): number {
    return this.#failures
  }

  failed(now: number): void {
    this.#failures++
    this.#lastAt = now
  }

  /** Forgets failures: the server answered, or a person checked it. */
  reset(): void {
    this.#failures = 0
  }

  isDown(now: number): boolean {
    return this.#failures >= this.#backoff.mostFailures && now - this.#lastAt < this.#backoff.restMs
  }

  /** Milliseconds until it may be started. The first failure causes no delay. */
  delay(now: number): number {
    if (this.#failures < 1) return 0
    const { firstMs, longestMs } = this.#backoff
    const wait = Math.min(longestMs, firstMs * 2 ** (this.#failures - 1))
    return Math.max(0, this.#lastAt + wait - now)
  }
}
