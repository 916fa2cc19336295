import { PoundlockError } from '@poundlock/spec'

/** One thing wrong with a configuration file. */
export interface ConfigIssue {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 code units. */
  readonly column: number
  /** JSON Pointer to the place; empty for the whole file. */
  readonly pointer: string
  /** What is wrong there. */
  readonly problem: string
  /** The same, behind the key that it is about. */
  readonly message: string
}

/**
 * Thrown when a configuration cannot be used. Nothing is taken from a broken file, since half a policy is a wider door.
 *
 * `CONFIG_UNREADABLE`: the file cannot be read, or should not be trusted; `CONFIG_INVALID`: `details.issues` lists what
 * is wrong, each with line and column.
 */
export class ConfigError extends PoundlockError {
  override readonly name = 'ConfigError'

  /** The error for a value that cannot be used. */
  static invalid(file: string, issues: readonly ConfigIssue[]): ConfigError {
    const lines = issues.map((issue) => `${file}:${issue.line}:${issue.column}: ${issue.message}`)
    return new ConfigError(lines.join('\n'), {
      code: 'CONFIG_INVALID',
      details: { file, issues },
      remedy: 'Correct the file; until then nothing runs.',
    })
  }

  /** The error for a file that cannot be read. */
  static unreadable(file: string, problem: string, remedy: string, cause?: unknown): ConfigError {
    return new ConfigError(`${file}: ${problem}`, { code: 'CONFIG_UNREADABLE', details: { file }, remedy, cause })
  }
}
