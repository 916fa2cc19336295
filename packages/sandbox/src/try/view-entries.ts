import { type BytePath, parentOf } from './byte-path.ts'
import type { ScannedEntry } from './scan-tree.ts'

/** What a view shows where it differs, or may differ, from the workspace; `null` where it shows nothing any more. */
export type ViewEntries = ReadonlyMap<BytePath, ScannedEntry | null>

/** Folders of an upper layer that stand where the workspace has a folder: what is below may show through, or not. */
export function mergedFolders(
  before: ReadonlyMap<BytePath, ScannedEntry>,
  upper: ReadonlyMap<BytePath, ScannedEntry>,
): readonly BytePath[] {
  return [...upper]
    .filter(([path, entry]) => path !== '' && entry.kind === 'folder' && before.get(path)?.kind === 'folder')
    .map(([path]) => path)
}

/**
 * Reads an upper layer of overlayfs: what is in it is what was written; whiteouts delete, and a folder that is opaque,
 * or none, hides what was below. Both maps list a folder before what is in it.
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

/** Reads a copy: what differs from what it was when it was made. */
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
