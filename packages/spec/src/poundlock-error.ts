/** Survives two installed copies of this package, unlike `instanceof`. */
const marker = Symbol.for('poundlock.error')

/** Facts about an error that can be written as JSON. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** The code of an error, its cause, and what mends it. */
export interface PoundlockErrorOptions<Code extends string = string> {
  /** Stable, UPPER_SNAKE; each package documents its own. */
  readonly code: Code
  /** What programs may want to know of it, JSON-safe. Empty unless set. */
  readonly details?: ErrorDetails
  /** The error that caused it, as of `Error`. */
  readonly cause?: unknown
  /** What the reader can do about it, one sentence. */
  readonly remedy?: string
}

type ErrorClass = abstract new (...args: never[]) => PoundlockError

/**
 * The base of every error that Poundlock throws. It is thrown for broken input or a broken host only: a refusal is a
 * value, never an error.
 *
 * The message says what was wrong, where, and what was expected; `remedy` says how to mend it.
 */
export class PoundlockError<Code extends string = string> extends Error {
  override readonly name: string = 'PoundlockError'
  /** Stable, for programs; the class documents its own. */
  readonly code: Code
  /** What programs may want to know of it, JSON-safe. */
  readonly details: ErrorDetails
  /** What the reader can do about it, one sentence; `undefined` where nothing is known to help. */
  readonly remedy: string | undefined

  constructor(message: string, options: PoundlockErrorOptions<Code>) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.details = options.details ?? {}
    this.remedy = options.remedy
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for an error of this class, or of the class of that name in another installed copy of its package. */
  static isInstance<Kind extends ErrorClass>(this: Kind, error: unknown): error is InstanceType<Kind> {
    if (error instanceof this) return true
    const isOurs = typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[marker] === true
    return isOurs && (Object.is(this, PoundlockError) || (error as PoundlockError).name === this.name)
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
