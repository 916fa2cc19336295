import { accessSync, constants, lstatSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { stateDirectory } from '@poundlock/config/node'
import { makeMissingFolders, ownershipProblem } from '@poundlock/state-files/node'
import { homeFolder } from './home-folder.ts'
import { StateError } from './state-error.ts'

const ELSEWHERE = 'Set POUNDLOCK_HOME to a folder of yours that can be written.'

/**
 * The state folder, absolute. It must belong to the user alone, since a user who can write there decides what is
 * allowed.
 *
 * @throws LocalHostError, ConfigError when no folder is named
 * @throws StateError when the folder cannot be trusted
 */
export function stateFolder(): string {
  // First, so that the error names the missing account or HOME.
  if (!process.env['POUNDLOCK_HOME']) homeFolder()
  const folder = stateDirectory()
  const stat = look(folder)
  if (stat) refuseForeign(folder, stat)
  return withoutLinks(folder)
}

/** A sandbox has no links of the host: a path through one would lead nowhere. */
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
    makeMissingFolders(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(folder, error)
  }
}

function look(folder: string): Stats | undefined {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat || lstatSync(folder, { throwIfNoEntry: false }) === undefined) return stat
  } catch (error) {
    throw unusable(folder, error)
  }
  throw new StateError(`the state folder ${folder} is a link to nothing`, { remedy: 'Correct or remove the link.' })
}

function refuseForeign(folder: string, stat: Stats): void {
  if (!stat.isDirectory()) {
    throw new StateError(`the state folder ${folder} is not a folder`, {
      remedy: `Move it away, or ${lower(ELSEWHERE)}`,
    })
  }
  const problem = ownershipProblem(folder, stat, 'folder', 'own')
  if (problem === null) return
  const remedy = problem.code === 'mode' ? `Close it: chmod 700 ${folder}` : ELSEWHERE
  throw new StateError(`the state folder ${folder} ${problem.problem}`, { remedy })
}

function unusable(folder: string, error: unknown): StateError {
  const { code = String(error) } = error as NodeJS.ErrnoException
  const why = WHY[code] ?? code
  return new StateError(`the state folder ${folder} cannot be used: ${why}`, { remedy: ELSEWHERE, cause: error })
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
