/** How much of a space is kept. */
export interface SpaceLimits {
  /**
   * Bytes of its keys, and again of its logs. A key beyond that is refused with `FULL`; of logs the oldest entries are
   * dropped, and readers see a gap. 256 MiB unless set.
   */
  readonly maxBytes: number
  /** Milliseconds that entries of logs are kept; seven days unless set. */
  readonly maxAgeMs: number
}

/** The limits of some spaces, by name. */
export type LimitsBySpace = Readonly<Record<string, Partial<SpaceLimits>>>

const DEFAULT_LIMITS: SpaceLimits = { maxBytes: 256 * 1024 * 1024, maxAgeMs: 7 * 24 * 60 * 60_000 }

export const limitsOf = (limits: LimitsBySpace, space: string): SpaceLimits => ({
  ...DEFAULT_LIMITS,
  ...(Object.hasOwn(limits, space) && limits[space]),
})
