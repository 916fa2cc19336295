/** Both clocks: time to live is counted by the one that nobody sets. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds that only grow. */
  readonly monotonic: () => number
}
