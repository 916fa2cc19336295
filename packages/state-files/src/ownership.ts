import type { Stats } from 'node:fs'
import { StateFileError } from './state-file-error.ts'

/**
 * Who else may have a hand in it:
 *
 * - `private`: nobody. Owned by this user, and no right for others, not even to read: secrets and what is run for us.
 * - `own`: others may read. Owned by this user, writable by nobody else: what we wrote ourselves and rely on.
 * - `obeyed`: as `own`, and root may own it as well: what a person or an administrator writes for us, such as a policy.
 */
export type Ownership = 'private' | 'own' | 'obeyed'

export interface OwnershipProblem {
  /** `link` and `kind`: it is none of what was wanted; `owner`: another user's; `mode`: others have a right to it. */
  readonly code: 'link' | 'kind' | 'owner' | 'mode'
  /** What is wrong with it, to stand behind its path: `can be written by others`. */
  readonly problem: string
  /** What the reader can do about it, one sentence. */
  readonly remedy: string
}

export interface OwnershipOptions {
  /** Whose it has to be. Default: the user of this process; `undefined` where the system has no such users. */
  readonly user?: number | undefined
  /**
   * A group of that user's own may write: how many systems set up their users. Default: no group may.
   */
  readonly privateGroup?: number | undefined
  /** Any group may write, as in folders of programs that administrators share. Default: false. */
  readonly anyGroup?: boolean
  /**
   * In a sticky folder such as /tmp, only the owner of a file can replace it: so others may write there when it is
   * `obeyed`. False for a folder whose very files count, new ones too. Default: true.
   */
  readonly sticky?: boolean
}

const WRITABLE = 0o022
const ACCESSIBLE = 0o077

/**
 * Finds out whether another user could have written a file, or put files into a folder. This is the one place that
 * judges owner and mode of what Poundlock relies on.
 *
 * @param stats of the path itself, not of where a link leads, or of an open descriptor
 * @returns `null` where it can be relied on. Where the system has no owners (Windows) only its kind is judged.
 */
export function ownershipProblem(
  path: string,
  stats: Stats,
  kind: 'file' | 'folder',
  ownership: Ownership,
  options: OwnershipOptions = {},
): OwnershipProblem | null {
  if (stats.isSymbolicLink()) {
    return { code: 'link', problem: 'is a symbolic link', remedy: 'Remove the link; see where it leads first.' }
  }
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) {
    return { code: 'kind', problem: `is no ${kind === 'folder' ? 'folder' : 'regular file'}`, remedy: 'Move it away.' }
  }
  const user = 'user' in options ? options.user : process.geteuid?.()
  if (user === undefined) return null
  const isOwner = stats.uid === user || (ownership === 'obeyed' && stats.uid === 0)
  if (!isOwner) {
    return {
      code: 'owner',
      problem: `belongs to user ${stats.uid}, not to you`,
      remedy: `Own it: chown ${user} ${path}`,
    }
  }
  const { sticky = true, privateGroup, anyGroup = false } = options
  if (sticky && kind === 'folder' && ownership === 'obeyed' && (stats.mode & 0o1000) !== 0) return null
  if (ownership === 'private') {
    if ((stats.mode & ACCESSIBLE) === 0) return null
    return {
      code: 'mode',
      problem: `has mode ${modeText(stats)}, so that others can get at it`,
      remedy: `Take that away: chmod go-rwx ${path}`,
    }
  }
  const mayGroup = anyGroup || (privateGroup !== undefined && stats.gid === privateGroup)
  if ((stats.mode & (mayGroup ? 0o002 : WRITABLE)) === 0) return null
  return { code: 'mode', problem: 'can be written by others', remedy: `Take that away: chmod go-w ${path}` }
}

/**
 * As `ownershipProblem`, thrown.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED`
 */
export function checkOwnership(
  path: string,
  stats: Stats,
  kind: 'file' | 'folder',
  ownership: Ownership,
  options?: OwnershipOptions,
): void {
  const problem = ownershipProblem(path, stats, kind, ownership, options)
  if (problem === null) return
  throw new StateFileError(`${path}: ${problem.problem}`, {
    code: 'STATE_FILE_UNTRUSTED',
    remedy: problem.remedy,
    details: { path, mode: modeText(stats), owner: stats.uid },
  })
}

const modeText = ({ mode }: Stats): string => (mode & 0o7777).toString(8).padStart(4, '0')
