/** How a process ended: with an exit code, or by a signal; never both. */
export interface ProcessExit {
  /** 0 to 255, or `null` when a signal ended it. */
  readonly code: number | null
  /** For example `SIGKILL`, or `null` when it exited by itself. */
  readonly signal: string | null
}

/** What a process reads; Node's writable streams fit. */
export interface ProcessInput {
  /** Writes to standard input. */
  write(chunk: string | Uint8Array): unknown
  /** Ends standard input. */
  end(chunk?: string | Uint8Array): unknown
  /** Written bytes that the program has not read yet, where that is known. */
  readonly writableLength?: number
}

/**
 * A running process, wherever it runs: on this machine, in a sandbox, in a container. It is what a sandbox hands out
 * and what a supervisor takes.
 */
export interface ProcessHandle {
  /** On this machine; `undefined` where the process is not a child of this one, as in a container. */
  readonly pid: number | undefined
  /** `null` where the caller chose not to write to it. */
  readonly stdin: ProcessInput | null
  /** `null` where the output goes straight to the caller's own. */
  readonly stdout: AsyncIterable<Uint8Array> | null
  /** `null` where the command writes to the caller's own output. */
  readonly stderr: AsyncIterable<Uint8Array> | null
  /** Settles once, when the process and what it left behind are gone. Rejects only when it could not be started. */
  readonly exited: Promise<ProcessExit>
  /**
   * Ends the process and everything it started. Safe to call twice, and after the end. `SIGWINCH` ends nothing: the
   * terminal has another size.
   */
  kill(signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT' | 'SIGHUP' | 'SIGWINCH'): void
}
