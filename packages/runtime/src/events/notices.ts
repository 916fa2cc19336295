/** What is told of commands that nobody waits for, besides what was asked. */
export interface Notices {
  /** Whether a session is told that a job of its own has ended. */
  readonly onExit: boolean
  /** After how many milliseconds it is told once that something still runs; 0 for never. */
  readonly runningMs: number
}

export const NOTICES: Notices = { onExit: true, runningMs: 10_000 }
