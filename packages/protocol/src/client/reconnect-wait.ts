import { waitBefore } from './after-end.ts'
import type { ReconnectOptions } from './client-options.ts'

/** A connection that stood so long is not counted as an attempt that failed. */
const STABLE_MS = 5000
/** For so long after a loss the bound does not grow where nothing answers: a gateway that was killed is back in some seconds. */
const STEADY_MS = 3000
/** For so long it stays small. */
const SOON_MS = 30_000
const SOON_DOUBLINGS = 2

/** An attempt that ended: no connection, or one that was lost again. */
export interface EndedAttempt {
  /** Nothing answered at the address. A gateway that answers and refuses is overloaded. */
  readonly isAbsent: boolean
  /** Milliseconds that the connection stood; 0 where there was none. */
  readonly stoodMs: number
}

/**
 * How long a client waits from attempt to attempt, so that clients that were cut off together do not come back
 * together.
 */
export class ReconnectWait {
  readonly #options: ReconnectOptions
  #doublings = 0
  /** Attempts in a row at which nothing answered. */
  #absent = 0
  #lostAt: number

  /** @param now monotonic milliseconds */
  constructor(options: ReconnectOptions, now: number) {
    this.#options = options
    this.#lostAt = now
  }

  /**
   * Milliseconds to wait before the next attempt.
   *
   * @param now monotonic milliseconds
   * @param random from 0 up to 1
   */
  after({ isAbsent, stoodMs }: EndedAttempt, now: number, random: number): number {
    const { addresses = 1 } = this.#options
    if (isAbsent && ++this.#absent < addresses) return 0
    this.#absent = 0
    const lostForMs = now - this.#lostAt
    if (stoodMs > STABLE_MS) {
      this.#doublings = 0
      this.#lostAt = now
    } else if (!isAbsent || lostForMs > SOON_MS) this.#doublings++
    else if (lostForMs > STEADY_MS) this.#doublings = Math.max(this.#doublings, SOON_DOUBLINGS)
    // The other gateways are up: nothing but each other is to be spared.
    const isMoving = addresses > 1 && stoodMs > STABLE_MS
    return waitBefore(this.#doublings, isMoving ? random / 2 : random, this.#options)
  }
}
