import { FileToolError, type FileToolErrorCode } from './file-tool-error.ts'

type Row = readonly [code: FileToolErrorCode, what: string, remedy: string]

/** What the errors of the system mean to who called a tool. Source: errno(3). */
const FAILURES: Readonly<Record<string, Row>> = {
  ENOENT: ['FILE_NOT_FOUND', 'does not exist', 'Look with glob_search for the right path.'],
  ENOTDIR: ['FILE_NOT_FOUND', 'lies below something that is not a folder', 'Look with glob_search for the right path.'],
  EISDIR: ['FILE_FOLDER', 'is a folder', 'Name a file.'],
  ELOOP: ['FILE_PATH', 'leads through symbolic links without an end', 'Name the file itself.'],
  ENAMETOOLONG: ['FILE_PATH', 'is longer than the system takes', 'Use shorter names.'],
  EACCES: ['FILE_ACCESS', 'may not be used so by this user', 'Ask the user to change its permissions.'],
  EPERM: ['FILE_ACCESS', 'may not be used so by this user', 'Ask the user to change its permissions.'],
  EROFS: ['FILE_ACCESS', 'lies on a file system that is read-only', 'Use a folder that can be written.'],
  EBUSY: ['FILE_ACCESS', 'is in use by the system, such as by a mount', 'Change it with exec, in place.'],
  ETXTBSY: ['FILE_ACCESS', 'is a program that is running', 'End it first.'],
  ENOSPC: ['FILE_SPACE', 'does not fit on the disk', 'Nothing was changed. Make room first.'],
  EDQUOT: ['FILE_SPACE', 'does not fit into the disk quota', 'Nothing was changed. Make room first.'],
  EFBIG: ['FILE_SPACE', 'is larger than this process may write', 'Nothing was changed. Write a smaller file.'],
  ENXIO: ['FILE_SPECIAL', 'is a device, or a pipe without a reader', 'Use exec.'],
}

/** A system error as one for the caller of a tool; `null` for other errors. */
export function systemFailure(error: unknown, shownPath: string): FileToolError | null {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (!(error instanceof Error) || typeof code !== 'string' || typeof syscall !== 'string') return null
  const [kind, what, remedy] = FAILURES[code] ?? (['FILE_SYSTEM', `failed with ${code}`, 'Try exec.'] as const)
  return new FileToolError(`${shownPath} ${what}`, {
    code: kind,
    remedy,
    cause: error,
    details: { errno: code, syscall },
  })
}
