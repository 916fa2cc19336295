import { derive, type FolderListing, type FolderEntry, listFolder } from '../paths/folder-listings.ts'
import type { PathMatcher, PathPlace } from './path-matcher.ts'

/** An entry of a folder, with the place of the patterns behind its name. */
export interface MatchedEntry extends FolderEntry {
  readonly place: PathPlace
}

/** What patterns make of the entries of a folder. */
export interface FolderScan {
  /** How many entries there are. */
  readonly count: number
  /** Those that are denied. */
  readonly fitting: readonly MatchedEntry[]
  /** Folders to look into, and links that may lead to some. */
  readonly folders: readonly MatchedEntry[]
  readonly links: readonly MatchedEntry[]
}

/** In a repository's own folder: their names are those of branches and objects. */
const NAMES_OF_GIT: ReadonlySet<string> = new Set(['objects', 'refs', 'logs'])

/**
 * Looks at the entries of a folder; once, as long as neither the folder changes nor what is looked for.
 *
 * @throws as `readdir`
 */
export function scanFolder(folder: string, place: PathPlace, matcher: PathMatcher): FolderScan {
  const listing = listFolder(folder)
  return derive(listing, 'denied', place.id, () => scan(listing, { isGit: folder.endsWith('/.git'), place, matcher }))
}

interface ScanOptions {
  readonly isGit: boolean
  readonly place: PathPlace
  readonly matcher: PathMatcher
}

function scan({ entries }: FolderListing, { isGit, place, matcher }: ScanOptions): FolderScan {
  const fitting: MatchedEntry[] = []
  const folders: MatchedEntry[] = []
  const links: MatchedEntry[] = []
  for (const { name, kind } of entries) {
    if (isGit && NAMES_OF_GIT.has(name)) continue
    const below = matcher.enter(place, name)
    const entry = { name, kind, place: below }
    if (below.fitting.length > 0) fitting.push(entry)
    if (below.isDead) continue
    if (kind === 'link') links.push(entry)
    // What may not be read is hidden with all that lies in it.
    if (kind === 'folder' && !below.fitting.includes('read')) folders.push(entry)
  }
  return { count: entries.length, fitting, folders, links }
}
