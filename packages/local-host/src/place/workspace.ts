import { lstatSync, realpathSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ownershipProblem } from '@poundlock/state-files/node'
import { LocalHostError } from '../local-host-error.ts'
import { homeFolder } from '../state/home-folder.ts'
import { refuseForeign } from './refuse-foreign.ts'

/** The workspace and the working folder. */
export interface Location {
  /** Absolute, without symbolic links. */
  readonly workspace: string
  /** Absolute, without symbolic links. */
  readonly cwd: string
}

/**
 * Where a command works: in the named workspace, else in the repository around the working directory, else in the
 * working directory alone.
 */
export function findLocation(flags: { readonly workspace?: string; readonly cwd?: string }): Location {
  const cwd = existingFolder(
    flags.cwd ?? flags.workspace ?? '.',
    flags.workspace !== undefined && flags.cwd === undefined ? 'workspace' : 'working directory',
  )
  refuseForeign(cwd)
  if (flags.workspace !== undefined) return { cwd, workspace: existingFolder(flags.workspace, 'workspace') }
  return { cwd, workspace: repositoryAround(cwd) ?? cwd }
}

function existingFolder(name: string, role: string): string {
  // An empty name is a variable that was not set, and would silently become another folder.
  if (name === '') throw new LocalHostError(`the ${role} is empty`, { remedy: 'Name an existing folder.' })
  const folder = absolute(name)
  let problem: string
  try {
    const real = realpathSync(folder)
    if (statSync(real).isDirectory()) return real
    problem = 'is not a folder'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    problem = code === 'ENOENT' ? 'does not exist' : `cannot be reached (${code})`
  }
  throw new LocalHostError(`the ${role} ${JSON.stringify(folder)} ${problem}`, { remedy: 'Name an existing folder.' })
}

function absolute(name: string): string {
  try {
    return resolve(name)
  } catch {
    throw new LocalHostError('the folder that this was started in no longer exists', {
      remedy: 'Change to one that does: cd /',
    })
  }
}

/**
 * The nearest folder upwards that holds a repository or a policy. As git does, it accepts only folders that belong to
 * the owner of the working directory and are not writable by all; otherwise any user could widen the workspace by a
 * folder in `/tmp`. The home folder and the root are never the workspace.
 */
function repositoryAround(cwd: string): string | null {
  const homes = homeFolders()
  const { uid } = statSync(cwd)
  for (let folder = cwd; folder !== dirname(folder) && !homes.includes(folder); folder = dirname(folder)) {
    const options = { user: uid, anyGroup: true }
    if (ownershipProblem(folder, statSync(folder), 'folder', 'own', options) !== null) return null
    if (['.git', '.poundlock'].some((name) => belongsTo(uid, join(folder, name)))) return folder
  }
  return null
}

function belongsTo(uid: number, path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.uid === uid
}

/**
 * Refuses the home folder of a user as a workspace.
 *
 * @throws LocalHostError for the home folder: it holds keys, and files that shells and other programs run
 */
export function refuseHome(workspace: string): void {
  if (workspace === '/' || !homeFolders().includes(workspace)) return
  throw new LocalHostError(
    `the workspace would be your home folder ${workspace}, which holds what your shell and other programs run`,
    { remedy: 'Change to the folder of the project, or name it: --workspace FOLDER.' },
  )
}

/** What HOME says and what the account says, which can differ; as the folders they are compared with, without links. */
function homeFolders(): readonly string[] {
  return [homeFolder(), accountHome()].map((home) => {
    try {
      return realpathSync(home)
    } catch {
      return home
    }
  })
}

function accountHome(): string {
  try {
    return userInfo().homedir
  } catch {
    // A user id without an account.
    return '/'
  }
}
