import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs'
import { onlyDescribes } from './git-configuration.ts'

/** Something in a repository that makes git run a program. */
export interface RepositoryDanger {
  /** Relative to the repository's own folder. */
  readonly path: string
  readonly reason: string
}

const largestConfiguration = 64 * 1024

/** Finds what, in a repository's own folder, makes git run programs or obey another folder. */
export function inspectRepository(folder: string): readonly RepositoryDanger[] {
  const dangers: RepositoryDanger[] = []
  const hooks = lstat(`${folder}/hooks`)
  if (hooks?.isDirectory() === true) {
    for (const name of list(`${folder}/hooks`)) {
      if (!name.endsWith('.sample')) dangers.push({ path: `hooks/${name}`, reason: 'git runs it as a hook' })
    }
  } else if (hooks !== undefined) dangers.push({ path: 'hooks', reason: 'git takes hooks from where it leads' })
  for (const name of ['config', 'config.worktree']) {
    const stats = lstat(`${folder}/${name}`)
    if (stats === undefined) continue
    if (!stats.isFile() || stats.size > largestConfiguration || !onlyDescribes(read(`${folder}/${name}`))) {
      dangers.push({ path: name, reason: 'it may name programs that git runs' })
    }
  }
  // A worktree's folder has one by right, and the folder that it names is inspected itself.
  if (lstat(`${folder}/commondir`) !== undefined && !/\/worktrees\/[^/]+$/.test(folder)) {
    dangers.push({ path: 'commondir', reason: 'git takes configuration and hooks from where it leads' })
  }
  return dangers
}

/** When a repository, or what is dangerous in it, was last changed, in milliseconds. A command cannot set that back. */
export function lastChange(folder: string, dangers: readonly RepositoryDanger[]): number {
  const paths = [folder, `${folder}/HEAD`, `${folder}/hooks`, ...dangers.map(({ path }) => `${folder}/${path}`)]
  return Math.max(...paths.map((path) => lstat(path)?.ctimeMs ?? 0))
}

function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** What cannot be read is not known to be harmless. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '[unreadable]\nkey'
  }
}
