import { StateFileError } from '@poundlock/state-files/node'
import { AuditError, type AuditErrorCode } from '../audit-error.ts'

const MEANINGS: Readonly<Record<string, readonly [AuditErrorCode, string, string]>> = {
  ENOSPC: ['AUDIT_DISK_FULL', 'the disk is full', 'Make room on the disk; nothing runs unrecorded until then.'],
  EDQUOT: [
    'AUDIT_DISK_FULL',
    'the quota is used up',
    'Make room within the quota; nothing runs unrecorded until then.',
  ],
  EFBIG: [
    'AUDIT_DISK_FULL',
    'the limit on file sizes is reached',
    'Raise the limit (ulimit -f) or use smaller segments.',
  ],
  EROFS: ['AUDIT_READ_ONLY', 'the file system is read-only', 'Mount it writable, or keep the audit log elsewhere.'],
  EACCES: ['AUDIT_PERMISSION', 'permission is denied', 'Give the folder to the user that runs this, with mode 0700.'],
  EPERM: ['AUDIT_PERMISSION', 'it is not permitted', 'Give the folder to the user that runs this, with mode 0700.'],
  ELOOP: ['AUDIT_UNTRUSTED', 'it is a symbolic link', 'Remove the link; see where it leads first.'],
  ENOTDIR: ['AUDIT_DIRECTORY', 'a part of the path is no folder', 'Move away what is in its place.'],
}

/** The system's answer as an error that says what to do. An `AuditError` stays as it is. */
export function systemError(error: unknown, action: string, path: string): AuditError {
  if (error instanceof AuditError) return error
  if (error instanceof StateFileError && error.code !== 'STATE_FILE_IO') {
    const code = error.code === 'STATE_FILE_LOCKED' ? 'AUDIT_LOCKED' : 'AUDIT_UNTRUSTED'
    return new AuditError(error.message, { code, remedy: error.remedy, details: error.details, cause: error })
  }
  const errno = errnoOf(error)
  const [code, problem, remedy] = MEANINGS[errno] ?? [
    'AUDIT_IO' as const,
    `the system answered ${errno}`,
    'Check the disk and the path; nothing runs unrecorded until then.',
  ]
  return new AuditError(`Cannot ${action} ${path}: ${problem}.`, {
    code,
    remedy,
    details: { path, errno },
    cause: error,
  })
}

function errnoOf(error: unknown): string {
  if (error instanceof StateFileError) return String(error.details['errno'])
  return (error as NodeJS.ErrnoException | null)?.code ?? 'UNKNOWN'
}
