import { type Dirent, lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { folderOfGitFile } from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { derive, listFolder, type FolderEntry } from '../paths/folder-listings.ts'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { commonFolder, LARGEST_LINK } from './repository-dangers.ts'
import { SKIPPED_FOLDERS } from './skipped-folders.ts'

/** The result of a search. */
export interface FoundRepositories {
  /** Folders that git takes for a repository's own: `.git`, bare ones, and those of submodules. Absolute, sorted. */
  readonly folders: readonly string[]
  /** `.git` that are files: of worktrees and submodules. Absolute. */
  readonly pointers: readonly string[]
  /** Links in the folders that were searched. Absolute. */
  readonly links: readonly string[]
  /** Folders of dependencies, which were not searched. Absolute. */
  readonly skipped: readonly string[]
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

export const SEARCHED_FOLDERS = 20_000
const MAXIMUM_DEPTH = 32
/** So many even when a command made them, to be among the first: making them took it longer than this takes. */
const MOST_FOLDERS = 400_000
/** Folders after which others get their turn. */
const TURN = 256

/** Within `.git`, these are git's own data, of which there is much. */
const DATA_OF_GIT = new Set(['logs', 'hooks', 'info', 'lfs', 'rr-cache', 'annex'])
/** Within `.git/objects`: what git itself makes there. */
const OBJECT_FOLDER = /^(?:[0-9a-f]{2}|info|pack)$/
/**
 * `PATH_MAX` is 4096, with the final NUL. Source: `include/uapi/linux/limits.h`. The rest is for names below a folder.
 */
const LONGEST_PATH = 3800

/**
 * Searches a workspace for repositories, also new ones. It follows only links that git follows to a repository (`.git`
 * as a link or a file, `commondir`), as far as they stay inside, and skips folders of dependencies.
 *
 * @param since milliseconds: folders that have changed since then are searched even beyond the maximum
 */
export async function findRepositories(
  workspace: string,
  maximumFolders: number = SEARCHED_FOLDERS,
  since: number = Number.POSITIVE_INFINITY,
): Promise<FoundRepositories> {
  const search = new RepositorySearch(workspace)
  let visited = 0
  for (let next = search.next(); next !== undefined; next = search.next()) {
    visited += 1
    const isFar = visited > maximumFolders || next.depth > MAXIMUM_DEPTH
    if (isFar && (visited > MOST_FOLDERS || !hasChanged(next.path, since))) {
      search.complete = false
      continue
    }
    if (visited % TURN === 0) await setImmediate()
    search.visit(next)
  }
  return search.found()
}

interface PendingFolder {
  readonly path: string
  /** Folders between it and where the search began. */
  readonly depth: number
}

/** The progress of a search: its results, and the folders that are left. */
class RepositorySearch {
  complete = true
  readonly #workspace: string
  readonly #pending: PendingFolder[]
  readonly #folders = new Set<string>()
  readonly #unnameable: UnnameableFolder[] = []
  readonly #pointers: string[] = []
  readonly #links: string[] = []
  readonly #skipped: string[] = []
  readonly #followed = new Set<string>()

  constructor(workspace: string) {
    this.#workspace = workspace
    this.#pending = [{ path: workspace, depth: 0 }]
  }

  next(): PendingFolder | undefined {
    return this.#pending.pop()
  }

  found(): FoundRepositories {
    const folders = [...this.#folders].toSorted()
    const [pointers, links, unnameable] = [this.#pointers, this.#links, this.#unnameable]
    return { folders, pointers, links, skipped: this.#skipped, complete: this.complete, unnameable }
  }

  visit({ path, depth }: PendingFolder): void {
    const facts = factsOf(path)
    if (path.endsWith('/.git') || (facts?.looksLikeRepository ?? looksLikeRepository(path, null))) this.#add(path)
    if (facts === null) {
      this.complete = false
      this.#add(inside(this.#workspace, `${path}/.git`))
    }
    const textless = facts?.hasTextless === true ? listBytes(path) : []
    for (const name of textless) this.#unnameable.push({ parent: path, name })
    for (const entry of facts?.entries ?? []) {
      if (entry.kind === 'link') this.#follow(`${path}/${entry.name}`)
      if (entry.name === '.git' && entry.kind === 'file') this.#pointers.push(`${path}/.git`)
      if (entry.name === '.git' && entry.kind !== 'folder') this.#add(inside(this.#workspace, named(path, entry)))
      if (entry.kind === 'folder' && SKIPPED_FOLDERS.has(entry.name)) this.#skipped.push(`${path}/${entry.name}`)
      if (entry.kind === 'folder' && isSearched(path, entry.name) && !isOneOf(entry.name, textless)) {
        this.#enter(path, entry.name, depth + 1)
      }
    }
  }

  #add(folder: string | null): void {
    if (folder === null || this.#folders.has(folder)) return
    this.#folders.add(folder)
    // One step, as git does: it does not follow a second `commondir`.
    const common = inside(this.#workspace, commonFolder(folder))
    if (common !== null) this.#folders.add(common)
  }

  /** A link to a skipped folder leads into a folder that is not searched. */
  #follow(link: string): void {
    this.#links.push(link)
    for (const path of skippedBehind(this.#workspace, link)) {
      if (!this.#followed.has(path)) this.#pending.push({ path, depth: 0 })
      this.#followed.add(path)
    }
  }

  #enter(parent: string, name: string, depth: number): void {
    const path = `${parent}/${name}`
    if (Buffer.byteLength(path) <= LONGEST_PATH) this.#pending.push({ path, depth })
    else this.#unnameable.push({ parent, name: Buffer.from(name) })
  }
}

/** False for folders of dependencies, and for git's own data. */
function isSearched(parent: string, name: string): boolean {
  if (SKIPPED_FOLDERS.has(name)) return false
  if (parent.endsWith('/.git')) return !DATA_OF_GIT.has(name)
  return !parent.endsWith('/.git/objects') || !OBJECT_FOLDER.test(name)
}

/**
 * The folder that a link leads to, where it lies in one that is skipped, and those above it there: git takes the nearest
 * repository upwards.
 */
function skippedBehind(workspace: string, link: string): readonly string[] {
  const real = inside(workspace, link)
  if (real === null || real === workspace) return []
  const parts = real.slice(workspace.length + 1).split('/')
  const first = parts.findIndex((part) => SKIPPED_FOLDERS.has(part))
  if (first < 0) return []
  return [
    real,
    ...parts.slice(first + 1).map((_, index) => `${workspace}/${parts.slice(0, first + 1 + index).join('/')}/.git`),
  ].filter((path, index) => index === 0 || kindOf(path) === 'folder')
}

/** The character that replaces invalid UTF-8. */
const REPLACEMENT = '\uFFFD'

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
  name.includes(REPLACEMENT) && folders.some((bytes) => Buffer.from(bytes).toString() === name)

/** What git looks for. Source: `is_git_directory` in git's setup.c. */
function looksLikeRepository(path: string, entries: readonly FolderEntry[] | null): boolean {
  // A folder that can be entered and not listed is usable for programs that know its names.
  const has = (name: string): boolean =>
    entries === null ? kindOf(`${path}/${name}`) !== null : entries.some((entry) => entry.name === name)
  return has('HEAD') && ((has('objects') && has('refs')) || has('commondir'))
}

/** The folder that a `.git` file or link stands for. Source: gitrepository-layout(5). */
function named(folder: string, entry: FolderEntry): string | null {
  const path = `${folder}/.git`
  try {
    if (entry.kind === 'link') return resolve(folder, readlinkSync(path))
    if (entry.kind !== 'file') return null
    const text = readPlainFile(path, LARGEST_LINK)?.toString() ?? ''
    const target = folderOfGitFile(text)
    return target === null ? null : resolve(folder, target)
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
  const real = folder === null ? null : realPathOrNull(folder)
  return real !== null && isWithin(real, workspace) && kindOf(real) === 'folder' ? real : null
}

function kindOf(path: string): 'folder' | 'other' | null {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'other'
  } catch {
    return null
  }
}

/** What of a folder counts in the search. */
interface FolderFacts {
  readonly looksLikeRepository: boolean
  /** Whether there are names that are no text. */
  readonly hasTextless: boolean
  /** Folders, links, and `.git` whatever it is. */
  readonly entries: readonly FolderEntry[]
}

/** `null` when it is there and cannot be read. */
function factsOf(path: string): FolderFacts | null {
  try {
    const listing = listFolder(path)
    return derive(listing, 'repositories', 0, () => ({
      looksLikeRepository: looksLikeRepository(path, listing.entries),
      hasTextless: listing.entries.some(({ name }) => name.includes(REPLACEMENT)),
      entries: listing.entries.filter(({ name, kind }) => kind === 'folder' || kind === 'link' || name === '.git'),
    }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? NOTHING : null
  }
}

const NOTHING: FolderFacts = { looksLikeRepository: false, hasTextless: false, entries: [] }
