import { lstatSync, readlinkSync, rmSync, type Stats, symlinkSync } from 'node:fs'
import { absentFrom } from '../paths/absent-from.ts'
import { foldersBetween, isWithin } from '../paths/path-relations.ts'
import { withinFolder } from './anchored-folder.ts'
import { type Quarantined, quarantine } from './quarantine.ts'

/**
 * A protected path over which nothing can be mounted, because nothing is there yet or a link is. What a command makes
 * there is found afterwards.
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
 * @param unseen takes those that could not be looked at, and may be there
 */
export function watchPaths(
  workspace: string,
  paths: readonly string[],
  unseen: Set<string> = new Set(),
): readonly WatchedPath[] {
  const watched: WatchedPath[] = []
  const isAbsent = absentFrom(workspace)
  const known = new Map<string, Stats | null>()
  const look = (place: string, path: string): Stats | null => {
    const answer = known.get(place)
    if (answer !== undefined) return answer
    try {
      const stats = lstatSync(place, { throwIfNoEntry: false }) ?? null
      known.set(place, stats)
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
    for (const place of [...foldersBetween(workspace, target), target]) {
      const stats = look(place, path)
      if (stats?.isDirectory() === true) continue
      const from = place.slice(workspace.length + 1)
      if (stats === null) watched.push({ path, from, link: null })
      else if (stats.isSymbolicLink()) watched.push({ path, from, link: readlinkSync(place) })
      break
    }
  }
  return watched
}

/** Moves away what has appeared at the watched paths, and puts back links that were there. */
export function sweepPaths(workspace: string, watched: readonly WatchedPath[], folder: string): readonly Quarantined[] {
  const found: Quarantined[] = []
  for (const { path, from, link } of watched) {
    const moved = link === null ? sweepMissing(workspace, path, from, folder) : sweepLink(workspace, from, link, folder)
    if (moved !== null) found.push(moved)
  }
  return found
}

/** Moves away what has appeared at a path, or at a part of it from `from` on that is no folder. */
export function sweepMissing(workspace: string, path: string, from: string, folder: string): Quarantined | null {
  const reason = 'it appeared at a protected path'
  const parts = path.split('/')
  for (let count = from.split('/').length; count <= parts.length; count += 1) {
    const place = parts.slice(0, count).join('/')
    const kind = withinFolder(workspace, place, (entry) => {
      const stats = lstatOrNull(entry)
      if (stats === null) return 'missing'
      return stats.isDirectory() ? 'folder' : 'other'
    })
    if (kind === null || kind === 'missing') return null
    // A link or a file in the place of a folder above: what it leads to would stand in for the protected path.
    if (kind === 'other' || place === path) return quarantine(workspace, place, reason, folder)
  }
  return null
}

function sweepLink(workspace: string, place: string, link: string, folder: string): Quarantined | null {
  const same = withinFolder(workspace, place, (entry) => {
    const stats = lstatOrNull(entry)
    return stats?.isSymbolicLink() === true && readlinkSync(entry) === link
  })
  if (same === true) return null
  const moved = quarantine(workspace, place, 'it replaced a protected link', folder)
  withinFolder(workspace, place, (entry) => {
    rmSync(entry, { force: true, recursive: true })
    symlinkSync(link, entry)
  })
  return moved ?? { path: place, movedTo: '', reason: 'the protected link was removed, and has been put back' }
}

function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** The paths of a list that lie in the workspace, relative to it. */
export function relativeTo(workspace: string, paths: readonly string[]): readonly string[] {
  return paths
    .filter((path) => path !== workspace && isWithin(path, workspace))
    .map((path) => path.slice(workspace.length + 1))
}
