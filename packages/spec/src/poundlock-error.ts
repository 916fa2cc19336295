/** Survives two installed copies of this package, unlike `instanceof`. */
const marker = Symbol.for('poundlock.error')

/** Facts about an error that can be written as JSON. */
export type ErrorDetails = Readonly<Record<string, unknown>>

export interface PoundlockErrorOptions {
  /** Stable, UPPER_SNAKE; each package documents its own. */
  readonly code: string
  readonly details?: ErrorDetails
  readonly cause?: unknown
  /** What the reader can do about it, one sentence. */
  readonly remedy?: string
}

/**
 * The base of every error that Poundlock throws. It is thrown for broken input or a broken host only: a refusal is a
 * value, never an error.
 *
 * The message says what was wrong, where, and what was expected; `remedy` says how to mend it.
 */
export class PoundlockError extends Error {
  override readonly name: string = 'PoundlockError'
  readonly code: string
  readonly details: ErrorDetails
  readonly remedy: string | undefined

  constructor(message: string, options: PoundlockErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.details = options.details ?? {}
    this.remedy = options.remedy
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for an error of any installed copy of this package. */
  static isInstance(error: unknown): error is PoundlockError {
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[marker] === true
  }

  /** The error as one JSON object: what logs, `--json` output and audit records hold. */
  toJSON(): { code: string; message: string; remedy?: string; details?: ErrorDetails } {
    return {
      code: this.code,
      message: this.message,
      ...(this.remedy === undefined ? {} : { remedy: this.remedy }),
      ...(Object.keys(this.details).length === 0 ? {} : { details: this.details }),
    }
  }
}
