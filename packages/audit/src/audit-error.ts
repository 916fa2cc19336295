/** The mark by which any copy of `@poundlock/spec` knows its errors; this package depends on nothing, so it sets it itself. */
const marker = Symbol.for('poundlock.error')

/**
 * - `AUDIT_DATA`: what was to be recorded cannot be written as JSON, or is too large;
 * - `AUDIT_DIRECTORY`: the folder cannot be made or is none;
 * - `AUDIT_UNTRUSTED`: folder or file is a link, another user's, or writable by others;
 * - `AUDIT_REPLACED`: what was open is no longer what lies at its path, or has become shorter;
 * - `AUDIT_DAMAGED`: the last record is not a valid one, so that nothing can be chained to it;
 * - `AUDIT_LOCKED`: another process held the lock for longer than was waited;
 * - `AUDIT_DISK_FULL`, `AUDIT_READ_ONLY`, `AUDIT_PERMISSION`, `AUDIT_IO`: the system refused to read or write;
 * - `AUDIT_CLOSED`: the log was closed before.
 */
export type AuditErrorCode =
  | 'AUDIT_DATA'
  | 'AUDIT_DIRECTORY'
  | 'AUDIT_UNTRUSTED'
  | 'AUDIT_REPLACED'
  | 'AUDIT_DAMAGED'
  | 'AUDIT_LOCKED'
  | 'AUDIT_DISK_FULL'
  | 'AUDIT_READ_ONLY'
  | 'AUDIT_PERMISSION'
  | 'AUDIT_IO'
  | 'AUDIT_CLOSED'

export interface AuditErrorOptions {
  readonly code: AuditErrorCode
  /** What the reader can do about it, one sentence. */
  readonly remedy: string
  /** Safe to write as JSON. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * A record could not be written or read. Whoever wanted to run something must not run it: nothing was recorded.
 *
 * It has the shape of `PoundlockError` and is recognised by `PoundlockError.isInstance`.
 */
export class AuditError extends Error {
  override readonly name = 'AuditError'
  readonly code: AuditErrorCode
  readonly details: Readonly<Record<string, unknown>>
  readonly remedy: string

  constructor(message: string, options: AuditErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.details = options.details ?? {}
    this.remedy = options.remedy
    Object.defineProperty(this, marker, { value: true })
  }

  /** The error as one JSON object. */
  toJSON(): { code: AuditErrorCode; message: string; remedy: string; details?: Readonly<Record<string, unknown>> } {
    const details = Object.keys(this.details).length === 0 ? {} : { details: this.details }
    return { code: this.code, message: this.message, remedy: this.remedy, ...details }
  }
}
