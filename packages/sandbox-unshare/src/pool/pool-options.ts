/** How many sandboxes wait, and for how long. */
export interface PoolOptions {
  /** How many built sandboxes wait for each policy. */
  readonly size: number
  /** Milliseconds after which unused sandboxes are ended. One minute unless set. */
  readonly idleMs?: number
}
