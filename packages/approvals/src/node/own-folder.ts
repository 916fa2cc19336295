import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, type Stats } from 'node:fs'
import { ApprovalsError } from '../approvals-error.ts'

/**
 * Makes a folder for its owner alone, or makes sure that it is one.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export function makeOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    checkOwn(folder, lstatSync(folder), 'folder')
  } catch (error) {
    throw asApprovalsError(error, 'make', folder)
  }
}

/**
 * Makes sure that nobody else can put files into a folder; where there is none, there are none in it.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export function checkOwnFolder(folder: string): void {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats) checkOwn(folder, stats, 'folder')
  } catch (error) {
    throw asApprovalsError(error, 'look at', folder)
  }
}

/**
 * The text of a file that only its owner can read and write, or `null` where there is none.
 *
 * @param names how many names the file may have: one that is made by linking has two for a moment
 * @throws ApprovalsError `APPROVALS_UNTRUSTED` where somebody else could have written it, `APPROVALS_IO`
 */
export function readOwnText(file: string, maxBytes: number, names: 'one' | 'any' = 'one'): string | null {
  let descriptor: number
  try {
    // Never through a link; and not blocking, since a pipe in the place of the file would be waited for.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw asApprovalsError(error, 'read', file)
  }
  try {
    const stats = fstatSync(descriptor)
    checkOwn(file, stats, 'file')
    if (names === 'one' && stats.nlink > 1)
      throw distrust(file, 'has a second name', 'Find the other hard link and remove it.')
    if (stats.size > maxBytes) {
      throw new ApprovalsError('APPROVALS_INVALID', `${file}: has ${stats.size} bytes; at most ${maxBytes} are read`, {
        remedy: 'Look at what is in it, and move it away.',
      })
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor))
  } catch (error) {
    if (error instanceof TypeError) {
      throw new ApprovalsError('APPROVALS_INVALID', `${file}: is not UTF-8`, {
        remedy: 'Save it as UTF-8.',
        cause: error,
      })
    }
    throw asApprovalsError(error, 'read', file)
  } finally {
    closeSync(descriptor)
  }
}

const distrust = (path: string, what: string, remedy: string) =>
  new ApprovalsError('APPROVALS_UNTRUSTED', `${path}: ${what}`, { remedy, details: { path } })

function checkOwn(path: string, stats: Stats, kind: 'folder' | 'file'): void {
  if (stats.isSymbolicLink()) throw distrust(path, 'is a symbolic link', 'Remove the link; see where it leads first.')
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) {
    throw distrust(path, `is no ${kind === 'folder' ? 'folder' : 'regular file'}`, 'Move it away.')
  }
  const user = process.geteuid?.()
  // Windows has no such owners and bits.
  if (user === undefined) return
  if (stats.uid !== user)
    throw distrust(path, `belongs to user ${stats.uid}, not to you`, `Own it: chown ${user} ${path}`)
  const others = kind === 'folder' ? 0o022 : 0o077
  if ((stats.mode & others) !== 0) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0')
    throw distrust(path, `has mode ${mode}, so that others can get at it`, `Take that away: chmod go-rwx ${path}`)
  }
}

/** The system's answer as an error that says what to do; one of ours stays as it is. */
export function asApprovalsError(error: unknown, action: string, path: string): ApprovalsError {
  if (error instanceof ApprovalsError) return error
  const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException
  if (code === 'ELOOP') {
    return new ApprovalsError('APPROVALS_UNTRUSTED', `${path}: is a symbolic link`, {
      remedy: 'Remove the link; see where it leads first.',
      cause: error,
    })
  }
  const [what, remedy] = MEANINGS[code] ?? [`the system answered ${code}`, 'Check the disk and the path.']
  return new ApprovalsError('APPROVALS_IO', `Cannot ${action} ${path}: ${what}.`, {
    remedy,
    details: { path, errno: code },
    cause: error,
  })
}

const MEANINGS: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: ['the disk is full', 'Make room on the disk; what was there is kept.'],
  EDQUOT: ['the quota is used up', 'Make room within the quota; what was there is kept.'],
  EROFS: ['the file system is read-only', 'Mount it writable.'],
  EACCES: ['permission is denied', 'Give the folder to the user that runs this, with mode 0700.'],
  EPERM: ['it is not permitted', 'Give the folder to the user that runs this, with mode 0700.'],
  EISDIR: ['a folder is in its place', 'Move the folder away.'],
  ENOTDIR: ['a part of the path is no folder', 'Move away what is in its place.'],
}
