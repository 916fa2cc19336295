/** Which events about background commands a session gets. */
export interface Notices {
  /** Whether a session is notified when one of its jobs ends. */
  readonly onExit: boolean
  /** Milliseconds after which a session is notified, once, that a command still runs; 0 for never. */
  readonly runningMs: number
}

export const NOTICES: Notices = { onExit: true, runningMs: 10_000 }
