import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isWithin } from '../paths/path-relations.ts'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { realPath } from '../paths/real-path.ts'
import { commonFolder, largestLink } from './inspect-repository.ts'
import { skippedFolders } from './skipped-folders.ts'

/** What a search found. */
export interface FoundRepositories {
  /** Folders that git takes for a repository's own: `.git`, bare ones, and those of submodules. Absolute, sorted. */
  readonly folders: readonly string[]
  /** False when the workspace has more folders than are searched, or some that cannot be read. */
  readonly complete: boolean
  /** Folders that were not searched since no text leads to them. */
  readonly unnameable: readonly UnnameableFolder[]
}

/** A folder whose name is no UTF-8, or whose path is longer than a call takes. */
export interface UnnameableFolder {
  /** Absolute; itself a path that can be used. */
  readonly parent: string
  readonly name: Uint8Array
}

export const searchedFolders = 20_000
const maximumDepth = 32
/** So many even when a command made them, to be among the first: making them took it longer than this takes. */
const mostFolders = 400_000
/** Folders after which others get their turn. */
const turn = 256

/** Within `.git`, these are git's own data, of which there is much. */
const dataOfGit = new Set(['logs', 'hooks', 'info', 'lfs', 'rr-cache', 'annex'])
/** Within `.git/objects`: what git itself makes there. */
const objectFolder = /^(?:[0-9a-f]{2}|info|pack)$/
/** `PATH_MAX` is 4096, with the end of the text. Source: `include/uapi/linux/limits.h`. What is looked at in a folder has a name, too. */
const longestPath = 3800

/**
 * Searches a workspace for repositories, new ones too. It follows no links but those that git follows to a repository
 * (`.git` as a link or a file, `commondir`), as far as they stay inside, and skips folders of dependencies.
 *
 * @param since milliseconds: folders that have changed since then are searched when there are more than the maximum, too
 */
export async function findRepositories(
  workspace: string,
  maximumFolders: number = searchedFolders,
  since: number = Number.POSITIVE_INFINITY,
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
  const unnameable: UnnameableFolder[] = []
  let visited = 0
  let complete = true
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visited += 1
    if (visited > maximumFolders && (visited > mostFolders || !hasChanged(next.path, since))) {
      complete = false
      continue
    }
    if (visited % turn === 0) await setImmediate()
    const entries = list(next.path)
    const isGitFolder = next.path.endsWith('/.git')
    const isObjects = next.path.endsWith('/.git/objects')
    if (isGitFolder || looksLikeRepository(next.path, entries)) add(next.path)
    if (entries === null) {
      complete = false
      add(inside(workspace, `${next.path}/.git`))
    }
    const textless = (entries ?? []).some(({ name }) => name.includes(replacement)) ? listBytes(next.path) : []
    for (const name of textless) unnameable.push({ parent: next.path, name })
    if (next.depth === maximumDepth) complete = false
    else {
      for (const entry of entries ?? []) {
        if (entry.name === '.git' && !entry.isDirectory()) add(inside(workspace, named(next.path, entry)))
        if (!entry.isDirectory() || skippedFolders.has(entry.name) || (isGitFolder && dataOfGit.has(entry.name)))
          continue
        if (isObjects && objectFolder.test(entry.name)) continue
        if (entry.name.includes(replacement) && isOneOf(entry.name, textless)) continue
        const path = `${next.path}/${entry.name}`
        if (Buffer.byteLength(path) <= longestPath) pending.push({ path, depth: next.depth + 1 })
        else unnameable.push({ parent: next.path, name: Buffer.from(entry.name) })
      }
    }
  }
  return { folders: [...folders].toSorted(), complete, unnameable }
}

/** What bytes become that are no UTF-8. */
const replacement = '\uFFFD'

/** Folders whose names are no text. */
function listBytes(path: string): readonly Uint8Array[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true, encoding: 'buffer' }) as unknown as Dirent<Buffer>[]
    return entries
      .filter((entry) => entry.isDirectory() && !Buffer.from(entry.name.toString()).equals(entry.name))
      .map(({ name }) => name)
  } catch {
    return []
  }
}

const isOneOf = (name: string, folders: readonly Uint8Array[]): boolean =>
  folders.some((bytes) => Buffer.from(bytes).toString() === name)

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
    if (!entry.isFile()) return null
    const text = readPlainFile(path, largestLink)?.toString() ?? ''
    const said = /^gitdir: (?<target>[^\n]*)/.exec(text)?.groups?.['target']
    return said === undefined ? null : resolve(folder, said.trimEnd())
  } catch {
    return null
  }
}

function hasChanged(path: string, since: number): boolean {
  try {
    return lstatSync(path).ctimeMs >= since
  } catch {
    return false
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
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null
  }
}
