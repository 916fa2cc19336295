import { type Dirent, readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** What a search found. */
export interface FoundRepositories {
  /** Folders that git takes for a repository's own: `.git`, bare ones, and those of submodules. Absolute, sorted. */
  readonly folders: readonly string[]
  /** False when the workspace has more folders than are searched. */
  readonly complete: boolean
}

/** Folders that package managers fill and throw away; nobody works in them. */
const skipped = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.tox', '.pnpm-store'])
export const searchedFolders = 20_000
const maximumDepth = 32
/** Folders after which others get their turn. */
const turn = 256

/** Searches a workspace for repositories, new ones too. It follows no links, and skips folders of dependencies. */
export async function findRepositories(
  workspace: string,
  maximumFolders: number = searchedFolders,
): Promise<FoundRepositories> {
  const folders: string[] = []
  const pending: { readonly path: string; readonly depth: number }[] = [{ path: workspace, depth: 0 }]
  let visited = 0
  let complete = true
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visited += 1
    if (visited > maximumFolders) return { folders: folders.toSorted(), complete: false }
    if (visited % turn === 0) await setImmediate()
    const entries = list(next.path)
    const isGitFolder = next.path.endsWith('/.git')
    if (isGitFolder || looksLikeRepository(entries)) folders.push(next.path)
    if (next.depth === maximumDepth) complete = false
    else {
      for (const entry of entries) {
        // In `.git`, only submodules have repositories of their own.
        if (!entry.isDirectory() || skipped.has(entry.name) || (isGitFolder && entry.name !== 'modules')) continue
        pending.push({ path: `${next.path}/${entry.name}`, depth: next.depth + 1 })
      }
    }
  }
  return { folders: folders.toSorted(), complete }
}

/** What git looks for. Source: `is_git_directory` in git's setup.c. */
function looksLikeRepository(entries: readonly Dirent[]): boolean {
  const has = (name: string): boolean => entries.some((entry) => entry.name === name)
  return has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))
}

function list(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}
