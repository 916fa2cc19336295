import { accessSync, constants, lstatSync, mkdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stateDirectory } from '@poundlock/config/node'
import { homeFolder } from './home-folder.ts'
import { StateError } from './state-error.ts'

const ELSEWHERE = 'Set POUNDLOCK_HOME to a folder of yours that can be written.'

/**
 * Where state is kept: an absolute path. What lies there must be a folder that is the user's alone, since whoever can
 * write there decides what is allowed.
 *
 * @throws UsageError, ConfigError when no place is named
 * @throws StateError when what is there cannot be trusted
 */
export function stateFolder(): string {
  // Asked first: without an account or HOME there is none, and the error should say so.
  if (!process.env['POUNDLOCK_HOME']) homeFolder()
  const folder = stateDirectory()
  const stat = look(folder)
  if (stat) refuseForeign(folder, stat)
  return withoutLinks(folder)
}

/** What is contained sees no links of the host, so that paths through them would lead nowhere. */
function withoutLinks(folder: string): string {
  if (folder === dirname(folder)) return folder
  try {
    return realpathSync(folder)
  } catch {
    return join(withoutLinks(dirname(folder)), basename(folder))
  }
}

/**
 * Makes the state folder where it is missing.
 *
 * @throws StateError when it cannot be made or written
 */
export function makeStateFolder(folder: string): void {
  try {
    for (const missing of missingFolders(folder)) mkdirSync(missing, { mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(folder, error)
  }
}

/** From the outermost to the folder itself. Node's own `recursive` answers ENOENT where the file system is read-only. */
function missingFolders(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined || folder === dirname(folder)) return []
  return [...missingFolders(dirname(folder)), folder]
}

function look(folder: string): Stats | undefined {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat || lstatSync(folder, { throwIfNoEntry: false }) === undefined) return stat
  } catch (error) {
    throw unusable(folder, error)
  }
  throw new StateError(`the state folder ${folder} is a link to nothing`, 'Mend or remove the link.')
}

function refuseForeign(folder: string, stat: Stats): void {
  if (!stat.isDirectory()) {
    throw new StateError(`the state folder ${folder} is not a folder`, `Move it away, or ${lower(ELSEWHERE)}`)
  }
  const uid = process.getuid?.()
  if (uid !== undefined && stat.uid !== uid) {
    throw new StateError(`the state folder ${folder} belongs to user ${stat.uid}, not to you`, ELSEWHERE)
  }
  if ((stat.mode & 0o022) !== 0) {
    throw new StateError(`the state folder ${folder} can be written by others`, `Close it: chmod 700 ${folder}`)
  }
}

function unusable(folder: string, error: unknown): StateError {
  const { code = String(error) } = error as NodeJS.ErrnoException
  const why = WHY[code] ?? code
  return new StateError(`the state folder ${folder} cannot be used: ${why}`, ELSEWHERE, error)
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there (EACCES)',
  EPERM: 'this user may not write there (EPERM)',
  EROFS: 'the file system is read-only (EROFS)',
  ENOSPC: 'the disk is full (ENOSPC)',
  EDQUOT: "the user's share of the disk is used up (EDQUOT)",
  ENOTDIR: 'a part of its path is not a folder (ENOTDIR)',
  ENOENT: 'a part of its path does not exist (ENOENT)',
  ELOOP: 'its links lead in a circle (ELOOP)',
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
