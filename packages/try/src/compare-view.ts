import { closeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { type BytePath, nameOf, parentOf } from './byte-path.ts'
import type { Change, EntryAfter, EntryBefore } from './change-set.ts'
import { PERMISSIONS } from './change-set.ts'
import { chunksOf, hashFile, openFile } from './file-content.ts'
import type { FolderTree } from './folder-handle.ts'
import { look, type ScannedEntry } from './scan-tree.ts'
import type { ViewEntries } from './view-entries.ts'

/** The input of a comparison. */
export interface Comparison {
  /** The workspace when the run began. */
  readonly before: ReadonlyMap<BytePath, ScannedEntry>
  readonly entries: ViewEntries
  readonly workspace: FolderTree
  /** Holds the content of what the view shows. */
  readonly view: FolderTree
}

/** Files after which others get their turn. */
const TURN = 64

/** The changes of a run: entries that were only touched, or rewritten with the same content, are left out. */
export async function compareView({ before, entries, workspace, view }: Comparison): Promise<readonly Change[]> {
  const changes: Change[] = []
  let read = 0
  for (const [path, shown] of [...entries].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
    const old = before.get(path) ?? null
    if (shown === null) {
      if (old !== null) changes.push({ path, before: noted(old, workspace, path), after: null })
      continue
    }
    if (old !== null && isSame(old, shown, { workspace, view }, path)) continue
    if ((read += 1) % TURN === 0) await setImmediate()
    const hash = shown.kind === 'file' ? hashFile(view, path, true) : null
    const after: EntryAfter = {
      kind: shown.kind,
      mode: shown.mode,
      size: shown.size,
      mtimeMs: shown.mtimeMs,
      uid: shown.uid,
      gid: shown.gid,
      ...(shown.target !== undefined && { target: shown.target }),
      ...(hash !== null && { hash }),
    }
    changes.push({ path, before: old === null ? null : noted(old, workspace, path), after })
  }
  return changes
}

function noted(entry: ScannedEntry, workspace: FolderTree, path: BytePath): EntryBefore {
  const { kind, mode, size, mtimeMs, ctimeMs, ino, dev, target } = entry
  const hash = kind === 'file' ? hashFile(workspace, path) : null
  // The hash of a file that another process has changed would vouch for the wrong content.
  const stands = hash !== null && isUntouched(workspace, path, entry)
  return {
    kind,
    mode,
    size,
    mtimeMs,
    ctimeMs,
    ino,
    dev,
    ...(target !== undefined && { target }),
    ...(stands && { hash }),
  }
}

function isUntouched(workspace: FolderTree, path: BytePath, entry: ScannedEntry): boolean {
  const folder = workspace.folder(parentOf(path)!)
  const now = folder === null ? null : look(folder, nameOf(path))
  return now !== null && now.ino === entry.ino && now.ctimeMs === entry.ctimeMs && now.size === entry.size
}

function isSame(
  old: ScannedEntry,
  shown: ScannedEntry,
  trees: Pick<Comparison, 'workspace' | 'view'>,
  path: BytePath,
): boolean {
  if (old.kind !== shown.kind) return false
  if (old.kind === 'link') return old.target === shown.target
  if ((old.mode & PERMISSIONS) !== (shown.mode & PERMISSIONS)) return false
  return old.kind !== 'file' || (old.size === shown.size && sameContent(trees, path))
}

function sameContent({ workspace, view }: Pick<Comparison, 'workspace' | 'view'>, path: BytePath): boolean {
  const old = openFile(workspace, path)
  if (old === null) return false
  const shown = openFile(view, path, true)
  try {
    if (shown === null) return false
    const others = chunksOf(shown)
    for (const chunk of chunksOf(old)) {
      const other = others.next()
      if (other.done === true || !chunk.equals(other.value)) return false
    }
    return others.next().done === true
  } finally {
    closeSync(old)
    if (shown !== null) closeSync(shown)
  }
}
