import type { PoundlockError } from '@poundlock/spec'

/** Why a command has ended. `exit` and `signal`: its own end; `timeout` and `aborted`: it was killed. */
export type ProcessEnd = 'exit' | 'signal' | 'timeout' | 'aborted' | 'spawn-failed'

/** How a command went. A command that fails, is ended or could not be started is a result, never an error. */
export interface ProcessResult {
  /** UTF-8, with U+FFFD for invalid bytes. Ends with `… (truncated)` when `truncated`. */
  readonly stdout: string
  /** As `stdout`, of the other stream. */
  readonly stderr: string
  /** The last 20 000 characters of both streams in order of arrival. */
  readonly tail: string
  /** 0 to 255; `null` when a signal ended it or nothing was started. 126 and 127 also when it could not be started. */
  readonly exitCode: number | null
  /** For example `SIGKILL`. */
  readonly signal: string | null
  /** What ended it. */
  readonly reason: ProcessEnd
  /** True when it was ended before it was done: `timeout` or `aborted`. */
  readonly interrupted: boolean
  /** One line for a model or a log, see `describeExit`. */
  readonly exitText: string
  /** True when output was longer than the result holds. */
  readonly truncated: boolean
  /** The whole output, where it was truncated and a folder was given for it. */
  readonly spillFile?: string
  /** False when even that file lacks something: disk full, or its own limit reached. */
  readonly spillComplete?: boolean
  /** True when a process that it left behind still held its output, and reading was stopped. */
  readonly outputOpen: boolean
  /** Milliseconds from the start of the supervision to the result. */
  readonly durationMs: number
  /** With `spawn-failed`: the problem and the remedy. */
  readonly error?: PoundlockError
}

/**
 * The text of an exit: `exit_code:N`, with its meaning for 126 and 127; `signal:NAME`; `timeout`; `aborted`;
 * `spawn-failed (…)` with the reason.
 *
 * 126 and 127 are what POSIX has a shell answer (Shell Command Language, 2.8.2 Exit Status for Commands).
 */
export function describeExit(
  exit: Pick<ProcessResult, 'exitCode' | 'signal' | 'reason'> & { readonly error?: { readonly message: string } },
): string {
  if (exit.reason === 'timeout' || exit.reason === 'aborted') return exit.reason
  const code = `exit_code:${exit.exitCode}`
  if (exit.error !== undefined) return `${exit.exitCode === null ? 'spawn-failed' : code} (${exit.error.message})`
  if (exit.exitCode === 126) return `${code} (command found but not executable)`
  if (exit.exitCode === 127) return `${code} (command not found)`
  return exit.exitCode === null ? `signal:${exit.signal ?? 'unknown'}` : code
}
