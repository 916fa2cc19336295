/** Milliseconds for approvers to come back after the gateway started, or after the last of them left. */
const GRACE_MS = 15_000

/**
 * Whether somebody sees what waits: a device that watches, for the moment or in a moment. Where nobody ever does, that is
 * known at once; after a restart, or when a connection was lost, approvers have a while to come back.
 */
export class Reach {
  readonly #monotonic: () => number
  readonly #watching: () => number
  #graceUntil: number
  #waiting = new Set<() => void>()

  /**
   * @param watching how many watch now
   * @param hadApprovers whether approvers may be on their way back when this starts
   */
  constructor(monotonic: () => number, watching: () => number, hadApprovers: boolean) {
    this.#monotonic = monotonic
    this.#watching = watching
    this.#graceUntil = hadApprovers ? monotonic() + GRACE_MS : 0
  }

  /** Somebody began to watch. */
  came(): void {
    for (const resolve of this.#waiting) resolve()
  }

  /** Somebody left. */
  left(): void {
    this.#graceUntil = this.#monotonic() + GRACE_MS
  }

  /** Resolves when somebody watches, or nobody came back in time. */
  async someone(signal: AbortSignal): Promise<boolean> {
    const left = this.#graceUntil - this.#monotonic()
    if (this.#watching() > 0 || left <= 0 || signal.aborted) return this.#watching() > 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, left)
    this.#waiting.add(resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    await promise
    this.#waiting.delete(resolve)
    clearTimeout(timer)
    return this.#watching() > 0
  }
}
