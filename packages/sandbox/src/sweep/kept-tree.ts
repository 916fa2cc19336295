import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { foldersBetween } from '../paths/path-relations.ts'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { SandboxError } from '../sandbox-error.ts'

/** What stood at a path, as far as it is needed to put it back. */
export interface KeptEntry {
  readonly kind: 'folder' | 'file' | 'link'
  /** Device, inode and time of birth: numbers of inodes are given out again. */
  readonly identity: string
  /** Changes with every change. */
  readonly stamp: string
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** Of a file. */
  readonly content: Uint8Array
  /** Of a link: what it says. */
  readonly to: string
}

/** Protected paths of one folder, and what is in them, by path relative to the folder. */
export interface KeptTree {
  /** Folders on the way to protected paths: of them only who they are is kept. */
  readonly passages: ReadonlyMap<string, KeptEntry>
  readonly entries: ReadonlyMap<string, KeptEntry>
  /** The protected paths that were there. */
  readonly tops: readonly string[]
}

/** More is not kept: protected paths hold settings, not data. */
const maximumEntries = 5000
const maximumBytes = 32 * 1024 ** 2

const none = new Uint8Array()

/**
 * Keeps what stands at protected paths. Paths that are missing, or behind a link, are for `watchPaths`.
 *
 * @param before what was kept earlier: files that have not changed since are not read again
 * @throws SandboxError `SANDBOX_POLICY` when there is too much to be put back
 */
export function keepTree(root: string, paths: readonly string[], before: KeptTree | null): KeptTree {
  const passages = new Map<string, KeptEntry>()
  const entries = new Map<string, KeptEntry>()
  const tops: string[] = []
  let bytes = 0
  const keep = (path: string): void => {
    const entry = look(root, path, before?.entries.get(path))
    if (entry === null) return
    bytes += entry.content.length
    entries.set(path, entry)
    if (entries.size > maximumEntries || bytes > maximumBytes) tooMuch(`${root}/${path}`)
    if (entry.kind === 'folder') for (const name of list(`${root}/${path}`)) keep(`${path}/${name}`)
  }
  for (const path of paths) {
    const way = foldersBetween(root, `${root}/${path}`).map((folder) => folder.slice(root.length + 1))
    const folders = way.map((folder) => [folder, look(root, folder)] as const)
    if (!folders.every(([, entry]) => entry?.kind === 'folder') || entries.has(path)) continue
    const entry = look(root, path)
    // A link is watched, and put back, elsewhere.
    if (entry === null || entry.kind === 'link') continue
    for (const [folder, kept] of folders) if (kept !== null && !entries.has(folder)) passages.set(folder, kept)
    tops.push(path)
    keep(path)
  }
  return { passages, entries, tops }
}

/** What stands at a path now; `known` saves reading a file that is still the same. */
export function look(root: string, path: string, known?: KeptEntry): KeptEntry | null {
  const place = `${root}/${path}`
  const stats = lstatOrNull(place)
  if (stats === null) return null
  const kind = stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'file'
  const stamp = `${identityOf(stats)}:${String(stats.size)}:${String(stats.ctimeMs)}:${String(stats.mtimeMs)}`
  if (known?.stamp === stamp && kind !== 'folder') return known
  return {
    kind,
    identity: identityOf(stats),
    stamp,
    mode: stats.mode & 0o7777,
    uid: stats.uid,
    gid: stats.gid,
    content: kind === 'file' && stats.isFile() && stats.size <= maximumBytes ? readOrNone(place) : none,
    to: kind === 'link' ? readlinkSync(place) : '',
  }
}

export function identityOf(stats: Stats): string {
  return `${String(stats.dev)}:${String(stats.ino)}:${String(stats.birthtimeMs)}`
}

export function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function tooMuch(path: string): never {
  throw new SandboxError(
    `${JSON.stringify(path)} lies in a protected path that holds more than can be put back after a command.`,
    {
      code: 'SANDBOX_POLICY',
      remedy: 'Protect less of it, or use a machine with namespaces, where protected paths are mounted read-only.',
      details: { path },
    },
  )
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

function readOrNone(path: string): Uint8Array {
  return readPlainFile(path, maximumBytes) ?? none
}
