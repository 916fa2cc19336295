import { lstatSync, readlinkSync, rmSync, type Stats, symlinkSync } from 'node:fs'
import { foldersBetween, isWithin } from '@poundlock/spec'
import { lstatOrNull } from '@poundlock/state-files/node'
import { absentFrom } from '../paths/absent-from.ts'
import { withinFolder } from './anchored-folder.ts'
import { quarantine, type Quarantined } from './quarantine.ts'

/**
 * A protected path that cannot be mounted over, because it is missing or a link. The check after the run finds what a
 * command makes there.
 */
export interface WatchedPath {
  /** Relative to the workspace. */
  readonly path: string
  /** The part of it that was missing, or a link, when the command started. */
  readonly from: string
  /** What the link said. */
  readonly link: string | null
}

/**
 * Notes which of these paths cannot be protected by a mount now. Paths are relative to the workspace.
 *
 * @param unseen takes paths that could not be checked, and may exist
 */
export function watchPaths(
  workspace: string,
  paths: readonly string[],
  unseen: Set<string> = new Set(),
): readonly WatchedPath[] {
  const watched: WatchedPath[] = []
  const isAbsent = absentFrom(workspace)
  const known = new Map<string, Stats | null>()
  const look = (absolute: string, path: string): Stats | null => {
    const answer = known.get(absolute)
    if (answer !== undefined) return answer
    try {
      const stats = lstatSync(absolute, { throwIfNoEntry: false }) ?? null
      known.set(absolute, stats)
      return stats
    } catch {
      unseen.add(path)
      return null
    }
  }
  for (const path of paths) {
    const [first = ''] = path.split('/', 1)
    if (isAbsent(first)) {
      watched.push({ path, from: first, link: null })
      continue
    }
    const target = `${workspace}/${path}`
    for (const absolute of [...foldersBetween(workspace, target), target]) {
      const stats = look(absolute, path)
      if (stats?.isDirectory() === true) continue
      const from = absolute.slice(workspace.length + 1)
      if (stats === null) watched.push({ path, from, link: null })
      else if (stats.isSymbolicLink()) watched.push({ path, from, link: readlinkSync(absolute) })
      break
    }
  }
  return watched
}

/** Moves away new entries at the watched paths, and restores links that were there. */
export function sweepPaths(workspace: string, watched: readonly WatchedPath[], folder: string): readonly Quarantined[] {
  const found: Quarantined[] = []
  for (const { path, from, link } of watched) {
    const moved = link === null ? sweepMissing(workspace, path, from, folder) : sweepLink(workspace, from, link, folder)
    if (moved !== null) found.push(moved)
  }
  return found
}

/** Moves away a new entry at a path, or at a part of it from `from` on that is no folder. */
export function sweepMissing(workspace: string, path: string, from: string, folder: string): Quarantined | null {
  const reason = 'it appeared at a protected path'
  const parts = path.split('/')
  for (let count = from.split('/').length; count <= parts.length; count += 1) {
    const absolute = parts.slice(0, count).join('/')
    const kind = withinFolder(workspace, absolute, (entry) => {
      const stats = lstatOrNull(entry)
      if (stats === null) return 'missing'
      return stats.isDirectory() ? 'folder' : 'other'
    })
    if (kind === null || kind === 'missing') return null
    // A link or a file in place of a parent folder: its target would replace the protected path.
    if (kind === 'other' || absolute === path) return quarantine(workspace, absolute, reason, folder)
  }
  return null
}

function sweepLink(workspace: string, absolute: string, link: string, folder: string): Quarantined | null {
  const same = withinFolder(workspace, absolute, (entry) => {
    const stats = lstatOrNull(entry)
    return stats?.isSymbolicLink() === true && readlinkSync(entry) === link
  })
  if (same === true) return null
  const moved = quarantine(workspace, absolute, 'it replaced a protected link', folder)
  withinFolder(workspace, absolute, (entry) => {
    rmSync(entry, { force: true, recursive: true })
    symlinkSync(link, entry)
  })
  return moved ?? { path: absolute, movedTo: '', reason: 'the protected link was removed, and has been put back' }
}

/** The paths of a list that lie in the workspace, relative to it. */
export function relativeTo(workspace: string, paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => path !== workspace && isWithin(path, workspace))
    .map((path) => path.slice(workspace.length + 1))
}
