/** What failures are counted by: who tried, from which page, and with what. */
export interface FailureKey {
  /** The address of the client, or `unix`. */
  readonly address: string
  /** The origin of the page; `null` for a client that is no browser. */
  readonly origin: string | null
  /** What was tried: `token`, `setup-code`, `pairing`. */
  readonly kind: string
}

export interface FailureLimitOptions {
  /** Failures within the window until the key is locked out. */
  readonly maxFailures: number
  readonly windowMs: number
  readonly lockoutMs: number
  /** Keys that are remembered; beyond it all new ones share one. */
  readonly maxKeys: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

interface Failures {
  count: number
  since: number
  lockedUntil: number
}

/**
 * Locks out who fails to authenticate again and again. Loopback is no exception: a page in a browser comes from there,
 * too. A client without an origin is counted apart from pages, so that a page cannot lock out the command line.
 */
export class FailureLimits {
  readonly #options: FailureLimitOptions
  readonly #failures = new Map<string, Failures>()

  constructor(options: FailureLimitOptions) {
    this.#options = options
  }

  /** Milliseconds until this key may try again; 0 when it may now. */
  lockedFor(key: FailureKey): number {
    const failures = this.#failures.get(this.#keyOf(key))
    return failures === undefined ? 0 : Math.max(0, failures.lockedUntil - this.#options.now())
  }

  /** Counts a failure. @returns whether the key is locked out by it */
  fail(key: FailureKey): boolean {
    const { maxFailures, windowMs, lockoutMs, now } = this.#options
    const text = this.#keyOf(key)
    const at = now()
    const known = this.#failures.get(text)
    const failures =
      known !== undefined && at - known.since < windowMs ? known : { count: 0, since: at, lockedUntil: 0 }
    failures.count++
    if (failures.count >= maxFailures) {
      failures.lockedUntil = at + lockoutMs
      failures.count = 0
      failures.since = at
    }
    this.#failures.delete(text)
    this.#failures.set(text, failures)
    return failures.lockedUntil > at
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#failures.size
  }

  /** Forgets what is over. To be called from time to time. */
  sweep(): void {
    const at = this.#options.now()
    for (const [key, { since, lockedUntil }] of this.#failures) {
      if (lockedUntil <= at && at - since >= this.#options.windowMs) this.#failures.delete(key)
    }
  }

  #keyOf({ address, origin, kind }: FailureKey): string {
    const key = JSON.stringify([networkOf(address), origin, kind])
    if (this.#failures.has(key) || this.#failures.size < this.#options.maxKeys) return key
    this.sweep()
    return this.#failures.size < this.#options.maxKeys ? key : JSON.stringify(['others', origin === null, kind])
  }
}

/** One customer of a provider has a /64 of addresses: they count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest]
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
