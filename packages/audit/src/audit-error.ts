import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

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

/**
 * A record could not be written or read. What was to run must not run: nothing was recorded.
 */
export class AuditError extends PoundlockError<AuditErrorCode> {
  override readonly name = 'AuditError'
  declare readonly remedy: string

  constructor(message: string, options: PoundlockErrorOptions<AuditErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}
