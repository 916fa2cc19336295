import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { isObeyed } from '../is-obeyed-place.ts'
import { checkOwnership } from '../ownership.ts'
import { StateFileError, stateFileError } from '../state-file-error.ts'

/** The shortest limit of any system (macOS 103, Linux 107): a longer path would be cut off. */
const MAX_PATH_BYTES = 103

/**
 * Refuses a path that is relative, or that a system would cut off; on Windows every one.
 *
 * @throws StateFileError `STATE_FILE_SOCKET_PATH`
 */
export function checkSocketPath(path: string): void {
  if (process.platform === 'win32') throw noSockets(path)
  const bytes = Buffer.byteLength(path)
  if (isAbsolute(path) && !path.includes('\0') && bytes <= MAX_PATH_BYTES) return
  throw new StateFileError(
    isAbsolute(path)
      ? `${path}: the path of the socket has ${bytes} bytes; systems take ${MAX_PATH_BYTES} at most`
      : `${JSON.stringify(path)}: the path of the socket is not absolute`,
    { code: 'STATE_FILE_SOCKET_PATH', remedy: 'Use an absolute, shorter path.', details: { path, bytes } },
  )
}

/** A named pipe could have been made by any other user before, and Node cannot ask who serves it. */
const noSockets = (path: string) =>
  new StateFileError(`${path}: Windows has no socket that is for one user alone`, {
    code: 'STATE_FILE_SOCKET_PATH',
    remedy: 'Run both sides in the Windows Subsystem for Linux.',
    details: { path },
  })

/**
 * Makes sure that only this user can reach what lies in the folder of a socket: it is theirs with mode 0700, and no other
 * user can put another folder in its place.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED`, `STATE_FILE_IO`
 */
export function checkSocketFolder(folder: string): void {
  const stats = lstatOf(folder)
  if (stats === null) throw untrusted(folder, 'does not exist', `Make it: mkdir -m 700 ${folder}`)
  checkOwnership(folder, stats, 'folder', 'private')
  for (const parent of parentsOf(folder)) {
    const parentStats = lstatOf(parent)
    if (parentStats?.isSymbolicLink() === true && !isOwnLink(parentStats)) {
      throw untrusted(parent, 'is a symbolic link of another user', 'Remove it; see where it leads first.')
    }
  }
  for (const parent of parentsOf(realpathSync(folder))) {
    if (isObeyed(parent, { privateGroup: process.getgid?.() })) continue
    throw untrusted(parent, 'can be changed by others', `Take that away: chmod go-w ${parent}`)
  }
}

/**
 * Makes sure that a socket is this user's, before a client sends anything to it.
 *
 * @returns false where there is none
 * @throws StateFileError `STATE_FILE_SOCKET_PATH`, `STATE_FILE_UNTRUSTED`, `STATE_FILE_IO`
 */
export function checkSocket(path: string): boolean {
  checkSocketPath(path)
  const folder = dirname(path)
  if (lstatOf(folder) === null) return false
  checkSocketFolder(folder)
  const stats = lstatOf(path)
  if (stats === null) return false
  if (!stats.isSocket()) throw notASocket(path)
  const user = process.geteuid?.()
  if (user !== undefined && stats.uid !== user) {
    throw untrusted(path, `belongs to user ${stats.uid}, not to you`, 'Remove it, and find out who could put it there.')
  }
  return true
}

export const notASocket = (path: string, cause?: unknown) => untrusted(path, 'is no socket', 'Move it away.', cause)

/** Every folder above a path. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = []
  for (let at = path; at !== dirname(at); at = dirname(at)) parents.push(dirname(at))
  return parents
}

/** A link of the system or of this user leads where they decide: `/tmp` on macOS, a home folder on another disk. */
const isOwnLink = ({ uid }: Stats): boolean => uid === 0 || uid === process.geteuid?.()

function lstatOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    throw stateFileError(error, 'look at', path)
  }
}

const untrusted = (path: string, problem: string, remedy: string, cause?: unknown) =>
  new StateFileError(`${path}: ${problem}`, { code: 'STATE_FILE_UNTRUSTED', remedy, details: { path }, cause })
