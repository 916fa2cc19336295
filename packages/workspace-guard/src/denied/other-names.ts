import type { Stats } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import { lstatOrNull } from '@poundlock/state-files/node'
import type { FolderEntry } from '../paths/folder-listings.ts'
import type { DeniedPattern } from './denied-files.ts'

type Access = DeniedPattern['access']

/** A file with several names (hard links), of which one at least is denied. */
interface LinkedFile {
  readonly accesses: Set<Access>
  readonly names: Set<string>
  /** How many names it has, wherever they are. */
  readonly count: number
}

/** How files are looked at: within the bounds of the search that they belong to. */
export interface OtherNamesSearch {
  /** Where commands get to. */
  readonly roots: readonly string[]
  readonly hiddenPaths: readonly string[]
  /** @returns `null` when no more is to be looked at */
  readonly list: (folder: string) => readonly FolderEntry[] | null
}

/**
 * Finds the other names of files that are denied: who opens one of them opens the same file. Only where a denied file
 * has several names is everything looked at, until all are found; those outside of the roots are not.
 *
 * @param denied absolute paths by access, links followed; folders stand for what lies in them
 */
export function findOtherNames(
  denied: Readonly<Record<Access, Iterable<string>>>,
  search: OtherNamesSearch,
): readonly (readonly [access: Access, path: string])[] {
  const files = new Map<string, LinkedFile>()
  for (const access of ['read', 'write'] as const) {
    for (const path of denied[access]) {
      forEachFile(path, search, (name, stats) => {
        if (stats.nlink < 2) return
        const known = files.get(identityOf(stats)) ?? { accesses: new Set(), names: new Set(), count: stats.nlink }
        known.accesses.add(access)
        known.names.add(name)
        files.set(identityOf(stats), known)
      })
    }
  }
  const pending = new Set([...files.values()].filter(isOpen))
  if (pending.size === 0) return []
  const found: (readonly [Access, string])[] = []
  const isKnown = { read: [...denied.read], write: [...denied.write] }
  for (const root of search.roots) {
    forEachFile(root, search, (name, stats) => {
      const file = stats.nlink < 2 ? undefined : files.get(identityOf(stats))
      if (file === undefined) return true
      for (const access of file.accesses) {
        if (!isKnown[access].some((path) => isWithin(name, path))) found.push([access, name])
      }
      file.names.add(name)
      if (!isOpen(file)) pending.delete(file)
      return pending.size > 0
    })
  }
  return found
}

const isOpen = ({ names, count }: LinkedFile): boolean => names.size < count
const identityOf = ({ dev, ino }: Stats): string => `${String(dev)}:${String(ino)}`

/** @param visit returns false when nothing more is to be looked at */
function forEachFile(
  start: string,
  { list, hiddenPaths }: OtherNamesSearch,
  visit: (path: string, stats: Stats) => boolean | void,
): void {
  const stats = lstatOrNull(start)
  if (stats === null) return
  if (!stats.isDirectory()) {
    if (stats.isFile()) visit(start, stats)
    return
  }
  const folders = [start]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of list(folder) ?? []) {
      const path = `${folder}/${entry.name}`
      if (entry.kind === 'folder') {
        if (!hiddenPaths.includes(path)) folders.push(path)
      } else if (entry.kind === 'file') {
        const own = lstatOrNull(path)
        if (own !== null && visit(path, own) === false) return
      }
    }
  }
}
