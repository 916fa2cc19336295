import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isWithin } from '../paths/path-relations.ts'
import { realPath } from '../paths/real-path.ts'
import { commonFolder, largestLink } from './inspect-repository.ts'

/** What a search found. */
export interface FoundRepositories {
  /** Folders that git takes for a repository's own: `.git`, bare ones, and those of submodules. Absolute, sorted. */
  readonly folders: readonly string[]
  /** False when the workspace has more folders than are searched, or some that cannot be read. */
  readonly complete: boolean
}

/** Folders that package managers fill and throw away; nobody works in them. */
const skipped = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.tox', '.pnpm-store'])
export const searchedFolders = 20_000
const maximumDepth = 32
/** Folders after which others get their turn. */
const turn = 256

/** Within `.git`, only these have folders that git takes for a repository's own. */
const inGitFolder = new Set(['modules', 'worktrees'])

/**
 * Searches a workspace for repositories, new ones too. It follows no links but those that git follows to a repository
 * (`.git` as a link or a file, `commondir`), as far as they stay inside, and skips folders of dependencies.
 */
export async function findRepositories(
  workspace: string,
  maximumFolders: number = searchedFolders,
): Promise<FoundRepositories> {
  const folders = new Set<string>()
  const add = (folder: string | null): void => {
    if (folder === null || folders.has(folder)) return
    folders.add(folder)
    // One step, as git goes: what that one names in turn, nobody follows.
    const common = inside(workspace, commonFolder(folder))
    if (common !== null) folders.add(common)
  }
  const pending: { readonly path: string; readonly depth: number }[] = [{ path: workspace, depth: 0 }]
  let visited = 0
  let complete = true
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visited += 1
    if (visited > maximumFolders) return { folders: [...folders].toSorted(), complete: false }
    if (visited % turn === 0) await setImmediate()
    const entries = list(next.path)
    const isGitFolder = next.path.endsWith('/.git')
    if (isGitFolder || looksLikeRepository(next.path, entries)) add(next.path)
    if (entries === null) {
      complete = false
      add(inside(workspace, `${next.path}/.git`))
    }
    if (next.depth === maximumDepth) complete = false
    else {
      for (const entry of entries ?? []) {
        if (entry.name === '.git' && !entry.isDirectory()) add(inside(workspace, named(next.path, entry)))
        if (!entry.isDirectory() || skipped.has(entry.name) || (isGitFolder && !inGitFolder.has(entry.name))) continue
        pending.push({ path: `${next.path}/${entry.name}`, depth: next.depth + 1 })
      }
    }
  }
  return { folders: [...folders].toSorted(), complete }
}

/** What git looks for. Source: `is_git_directory` in git's setup.c. */
function looksLikeRepository(path: string, entries: readonly Dirent[] | null): boolean {
  // What may be passed and not read can be used by whoever knows the names in it.
  const has = (name: string): boolean =>
    entries === null ? kindOf(`${path}/${name}`) !== null : entries.some((entry) => entry.name === name)
  return has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))
}

/** The folder that a `.git` which is none stands for. Source: gitrepository-layout(5). */
function named(folder: string, entry: Dirent): string | null {
  const path = `${folder}/.git`
  try {
    if (entry.isSymbolicLink()) return resolve(folder, readlinkSync(path))
    if (!entry.isFile() || lstatSync(path).size > largestLink) return null
    const said = /^gitdir: (?<target>[^\n]*)/.exec(readFileSync(path, 'utf8'))?.groups?.['target']
    return said === undefined ? null : resolve(folder, said.trimEnd())
  } catch {
    return null
  }
}

/** The real path of a folder of the workspace; `null` for all else. */
function inside(workspace: string, folder: string | null): string | null {
  const real = folder === null ? null : realPath(folder)
  return real !== null && isWithin(real, workspace) && kindOf(real) === 'folder' ? real : null
}

function kindOf(path: string): 'folder' | 'other' | null {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'other'
  } catch {
    return null
  }
}

/** `null` when it is there and cannot be read. */
function list(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? null : []
  }
}
