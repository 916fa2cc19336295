import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs'
import { type BytePath, type FolderTree, nameOf, parentOf } from '@poundlock/try'
import { entryOf, isSameContentByTimes, type UnkeptReason, type WorkspaceEntry } from '../entry.ts'
import { systemPath } from '../walk.ts'
import type { ContentStore } from './content-store.ts'

/** Milliseconds. The clock of a file's times may stand still for so long. */
const TICK = 20
const ATTEMPTS = 3

/** Opens a file of a workspace to read it: not through a link, and not a FIFO that would wait for ever. */
export function openIn(tree: FolderTree, path: BytePath): number | UnkeptReason {
  const place = tree.folder(parentOf(path)!)?.entry(nameOf(path))
  if (place === undefined) return 'moving'
  try {
    const descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if (fstatSync(descriptor).isFile()) return descriptor
    closeSync(descriptor)
    return 'moving'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EACCES') return 'unreadable'
    if (['ENOENT', 'ELOOP', 'ENXIO', 'ENOTDIR'].includes(code)) return 'moving'
    throw error
  }
}

/**
 * Keeps the content of a file.
 *
 * @param room bytes that may still be kept
 * @param prefix the workspace, and a slash
 * @returns the entry as it was while the content was read
 */
export function keepContent(
  { tree, contents, prefix }: { readonly tree: FolderTree; readonly contents: ContentStore; readonly prefix: BytePath },
  path: BytePath,
  entry: WorkspaceEntry,
  room: number,
): WorkspaceEntry {
  if (entry.size > room) return { ...entry, unkept: 'too-large' }
  const source = openIn(tree, path)
  if (typeof source === 'string') return { ...entry, unkept: source }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = fstatSync(source)
      const since = Date.now()
      const never = entry.ctimeMs === 0 && (before.mode & 0o222) === 0
      const kept = contents.keep(source, before, never ? systemPath(prefix + path) : null)
      const after = fstatSync(source)
      const now = entryOf(path, after)
      if (!isSameContentByTimes(entryOf(path, before), now)) continue
      return { ...now, kept, ...(isRecent(after, since) && { recent: true }) }
    }
    return { ...entry, unkept: 'moving' }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return { ...entry, unkept: 'disk-full' }
    throw error
  } finally {
    closeSync(source)
  }
}

const isRecent = ({ ctimeMs }: Stats, since: number): boolean => ctimeMs > since - TICK
