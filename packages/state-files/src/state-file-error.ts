import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * - `STATE_FILE_UNTRUSTED`: a link, another user's, or open to others: another user could have written it;
 * - `STATE_FILE_INVALID`: too large, or not UTF-8;
 * - `STATE_FILE_LOCKED`: another process held the lock for longer than was waited;
 * - `STATE_FILE_SOCKET_PATH`: the path of a socket is relative, or a system would cut it off;
 * - `STATE_FILE_SOCKET_BUSY`: another process serves the socket;
 * - `STATE_FILE_IO`: the system refused to read or write; `details.errno` is its answer.
 */
export type StateFileErrorCode =
  | 'STATE_FILE_UNTRUSTED'
  | 'STATE_FILE_INVALID'
  | 'STATE_FILE_LOCKED'
  | 'STATE_FILE_SOCKET_PATH'
  | 'STATE_FILE_SOCKET_BUSY'
  | 'STATE_FILE_IO'

/**
 * A file or folder that decides something could not be used. Nothing was read from it, and what was there is still there.
 */
export class StateFileError extends PoundlockError<StateFileErrorCode> {
  override readonly name = 'StateFileError'
  declare readonly remedy: string

  constructor(message: string, options: PoundlockErrorOptions<StateFileErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}

const MEANINGS: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'Make room on the disk; what was there is kept.'],
  EDQUOT: ['the quota is used up', 'Make room within the quota; what was there is kept.'],
  EFBIG: ['the limit on file sizes is reached', 'Raise the limit (ulimit -f).'],
  EROFS: ['the file system is read-only', 'Mount it writable.'],
  EACCES: ['permission is denied', 'Give the folder to the user that runs this, with mode 0700.'],
  EPERM: ['it is not permitted', 'Give the folder to the user that runs this, with mode 0700.'],
  EISDIR: ['a folder is in its place', 'Move the folder away.'],
  ENOTDIR: ['a part of the path is no folder', 'Move away what is in its place.'],
}

/** The system's answer as an error that says what to do. A `StateFileError` stays as it is. */
export function stateFileError(error: unknown, action: string, path: string): StateFileError {
  if (error instanceof StateFileError) return error
  const errno = (error as NodeJS.ErrnoException | null)?.code ?? 'UNKNOWN'
  if (errno === 'ELOOP') {
    return new StateFileError(`${path}: is a symbolic link`, {
      code: 'STATE_FILE_UNTRUSTED',
      remedy: 'Remove the link; see where it leads first.',
      details: { path },
      cause: error,
    })
  }
  const [problem, remedy] = MEANINGS[errno] ?? [`the system answered ${errno}`, 'Check the disk and the path.']
  return new StateFileError(`Cannot ${action} ${path}: ${problem}.`, {
    code: 'STATE_FILE_IO',
    remedy,
    details: { path, errno },
    cause: error,
  })
}
