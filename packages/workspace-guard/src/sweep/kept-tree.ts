import { readlinkSync, type Stats } from 'node:fs'
import { foldersBetween } from '@poundlock/spec'
import { lstatOrNull, namesIn } from '@poundlock/state-files/node'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { WorkspaceGuardError } from '../workspace-guard-error.ts'

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
  /** The target of a link. */
  readonly to: string
}

/** Protected paths of one folder with their content, by path relative to the folder. */
export interface KeptTree {
  /** Folders on the way to protected paths: of them only who they are is kept. */
  readonly passages: ReadonlyMap<string, KeptEntry>
  readonly entries: ReadonlyMap<string, KeptEntry>
  /** The protected paths that were there. */
  readonly tops: readonly string[]
}

/** More is not kept: protected paths hold settings, not data. */
const MAXIMUM_ENTRIES = 5000
const MAXIMUM_BYTES = 32 * 1024 ** 2

const none = new Uint8Array()

/**
 * Keeps the entries at protected paths. Missing paths and paths behind a link are left to `watchPaths`.
 *
 * @param before the kept entries: unchanged files are not read again
 * @throws WorkspaceGuardError `WORKSPACE_GUARD_POLICY` when there is too much to restore
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
    if (entries.size > MAXIMUM_ENTRIES || bytes > MAXIMUM_BYTES) tooMuch(`${root}/${path}`)
    if (entry.kind === 'folder') for (const name of namesIn(`${root}/${path}`)) keep(`${path}/${name}`)
  }
  for (const path of paths) {
    const parents = foldersBetween(root, `${root}/${path}`).map((folder) => folder.slice(root.length + 1))
    const folders = parents.map((folder) => [folder, look(root, folder)] as const)
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

/** The present entry at a path; with `known`, an unchanged file is not read. */
export function look(root: string, path: string, known?: KeptEntry): KeptEntry | null {
  const absolute = `${root}/${path}`
  const stats = lstatOrNull(absolute)
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
    content: kind === 'file' && stats.isFile() && stats.size <= MAXIMUM_BYTES ? readOrNone(absolute) : none,
    to: kind === 'link' ? readlinkSync(absolute) : '',
  }
}

export function identityOf(stats: Stats): string {
  return `${String(stats.dev)}:${String(stats.ino)}:${String(stats.birthtimeMs)}`
}

function tooMuch(path: string): never {
  throw new WorkspaceGuardError(
    `${JSON.stringify(path)} lies in a protected path that holds more than can be put back after a command.`,
    {
      code: 'WORKSPACE_GUARD_POLICY',
      remedy: 'Protect less of it, or use a machine with namespaces, where protected paths are mounted read-only.',
      details: { path },
    },
  )
}

function readOrNone(path: string): Uint8Array {
  return readPlainFile(path, MAXIMUM_BYTES) ?? none
}
