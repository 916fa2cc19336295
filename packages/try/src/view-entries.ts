import { type BytePath, parentOf } from './byte-path.ts'
import type { ScannedEntry } from './scan-tree.ts'

/** The entries of a view that differ, or may differ, from the workspace; `null` for a deleted one. */
export type ViewEntries = ReadonlyMap<BytePath, ScannedEntry | null>

/** Folders of an upper layer where the workspace has a folder too: entries below may show through. */
export function mergedFolders(
  before: ReadonlyMap<BytePath, ScannedEntry>,
  upper: ReadonlyMap<BytePath, ScannedEntry>,
): readonly BytePath[] {
  return [...upper]
    .filter(([path, entry]) => path !== '' && entry.kind === 'folder' && before.get(path)?.kind === 'folder')
    .map(([path]) => path)
}

/**
 * Reads an upper layer of overlayfs: its entries were written, whiteouts delete, and an opaque folder or a file hides
 * the entries below. Both maps list a folder before its content.
 */
export function overlayEntries(
  before: ReadonlyMap<BytePath, ScannedEntry>,
  upper: ReadonlyMap<BytePath, ScannedEntry>,
  opaque: ReadonlySet<BytePath>,
): ViewEntries {
  const entries = new Map<BytePath, ScannedEntry | null>()
  for (const [path, entry] of upper) if (!entry.whiteout) entries.set(path, entry)
  const covering = new Set<BytePath>()
  for (const [path, old] of before) {
    const above = parentOf(path)
    const covered = above !== null && covering.has(above)
    const written = upper.get(path)
    const live = written !== undefined && !written.whiteout
    if (!live && (covered || written !== undefined)) entries.set(path, null)
    if (old.kind !== 'folder') continue
    const mergesStill = live && written.kind === 'folder' && !opaque.has(path) && !covered
    if (!mergesStill && (covered || written !== undefined)) covering.add(path)
  }
  return entries
}

/** Reads a copy: entries that differ from their state when it was made. */
export function copyEntries(
  fresh: ReadonlyMap<BytePath, ScannedEntry>,
  now: ReadonlyMap<BytePath, ScannedEntry>,
): ViewEntries {
  const entries = new Map<BytePath, ScannedEntry | null>()
  for (const [path, entry] of now) {
    const old = fresh.get(path)
    // A command cannot set the time of change of a file's record.
    const same = old !== undefined && old.ino === entry.ino && old.ctimeMs === entry.ctimeMs
    if (!same) entries.set(path, entry)
  }
  for (const path of fresh.keys()) if (!now.has(path)) entries.set(path, null)
  return entries
}
