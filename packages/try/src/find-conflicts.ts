import { readdirSync } from 'node:fs'
import { type BytePath, joined, nameOf, parentOf, pathOfBytes } from './byte-path.ts'
import type { Change, EntryBefore } from './change-set.ts'
import { hashFile } from './file-content.ts'
import type { FolderTree } from './folder-handle.ts'
import { look, lookAt, type ScannedEntry } from './scan-tree.ts'

/** A path that was changed from outside since the run began. */
export interface Conflict {
  /** Relative to the workspace, as bytes. */
  readonly path: BytePath
  /** One sentence without a full stop: `it was changed meanwhile`. */
  readonly reason: string
}

/**
 * Compares the paths to change with their state when the run began. Nothing may be written unless the result is empty.
 */
export function findConflicts(changes: readonly Change[], workspace: FolderTree): readonly Conflict[] {
  const touched = new Set(changes.map(({ path }) => path))
  const conflicts: Conflict[] = []
  for (const change of changes) {
    const reason = change.refused === undefined ? lookedAt(() => conflictOf(change, workspace, touched)) : null
    if (reason !== null) conflicts.push({ path: change.path, reason })
  }
  return conflicts
}

/** An entry that this user cannot read was not known when the run began either. */
function lookedAt(compare: () => string | null): string | null {
  try {
    return compare()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'it lies in a folder, or is one, that cannot be read'
    throw error
  }
}

function conflictOf(
  { path, before, after }: Change,
  workspace: FolderTree,
  touched: ReadonlySet<BytePath>,
): string | null {
  const now = entryOf(workspace, path)
  if (now === 'no-folder') {
    // Its folder is part of the changes, or its removal.
    return touched.has(parentOf(path)!) || after === null ? null : 'the folder that it lies in is gone, or a link'
  }
  if (before === null) {
    return now === null || (now.kind === 'folder' && after?.kind === 'folder') ? null : 'it was made meanwhile'
  }
  if (now === null) return after === null ? null : 'it was deleted meanwhile'
  if (now.kind !== before.kind) return `it has become a ${now.kind} meanwhile`
  if (before.kind === 'link') return now.target === before.target ? null : 'it leads elsewhere meanwhile'
  if (before.kind === 'folder') {
    if (now.mode !== before.mode && after?.kind === 'folder') return 'its mode was changed meanwhile'
    return after?.kind === 'folder' ? null : unexpectedIn(path, workspace, touched)
  }
  return isSameFile(before, now, path, workspace) ? null : 'it was changed meanwhile'
}

function entryOf(workspace: FolderTree, path: BytePath): ScannedEntry | null | 'no-folder' {
  const parent = parentOf(path)
  if (parent === null) {
    const root = workspace.folder('')
    return root === null ? 'no-folder' : lookAt(root)
  }
  const folder = workspace.folder(parent)
  return folder === null ? 'no-folder' : look(folder, nameOf(path))
}

function unexpectedIn(path: BytePath, workspace: FolderTree, touched: ReadonlySet<BytePath>): string | null {
  const folder = workspace.folder(path)
  if (folder === null) return null
  const names = readdirSync(folder.path, { encoding: 'buffer' }).map(pathOfBytes)
  return names.every((name) => touched.has(joined(path, name))) ? null : 'something was put into it meanwhile'
}

/** The time of the last change of its record cannot be set back; where only that differs, the content decides. */
function isSameFile(before: EntryBefore, now: ScannedEntry, path: BytePath, workspace: FolderTree): boolean {
  if (now.mode !== before.mode || now.size !== before.size) return false
  const same = now.ino === before.ino && now.mtimeMs === before.mtimeMs && now.ctimeMs === before.ctimeMs
  return same || (before.hash !== undefined && hashFile(workspace, path) === before.hash)
}
