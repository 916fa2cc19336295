import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../usage-error.ts'

export interface Place {
  /** Absolute, without symbolic links. */
  readonly workspace: string
  /** Absolute, without symbolic links. */
  readonly cwd: string
}

/**
 * Where a command works: in the named workspace, else in the repository around the working directory, else in the
 * working directory alone.
 */
export function findPlace(flags: { readonly workspace?: string; readonly cwd?: string }): Place {
  const cwd = existingFolder(
    resolve(flags.cwd ?? flags.workspace ?? '.'),
    flags.cwd === undefined ? 'workspace' : 'working directory',
  )
  if (flags.workspace !== undefined) return { cwd, workspace: existingFolder(resolve(flags.workspace), 'workspace') }
  return { cwd, workspace: repositoryAround(cwd) ?? cwd }
}

function existingFolder(folder: string, what: string): string {
  let problem: string
  try {
    const real = realpathSync(folder)
    if (statSync(real).isDirectory()) return real
    problem = 'is not a folder'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    problem = code === 'ENOENT' ? 'does not exist' : `cannot be reached (${code})`
  }
  throw new UsageError(`the ${what} ${JSON.stringify(folder)} ${problem}`, 'Name an existing folder.')
}

/**
 * The nearest folder upwards that holds a repository or a policy. It must belong to whoever owns the working directory
 * and not be writable by all, as git asks too: else anybody could widen the workspace by a folder in `/tmp`. The home
 * folder and the root are never taken.
 */
function repositoryAround(cwd: string): string | null {
  const home = homedir()
  const { uid } = statSync(cwd)
  for (let folder = cwd; folder !== dirname(folder) && folder !== home; folder = dirname(folder)) {
    const stat = statSync(folder)
    if (stat.uid !== uid || (stat.mode & 0o002) !== 0) return null
    if (exists(join(folder, '.git')) || exists(join(folder, '.poundlock'))) return folder
  }
  return null
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
