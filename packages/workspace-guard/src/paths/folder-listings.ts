import { type Dirent, lstatSync, readdirSync, type Stats, statfsSync } from 'node:fs'

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

/** What a folder held when it was listed. The same object as long as the folder has not changed. */
export interface FolderListing {
  readonly entries: readonly FolderEntry[]
  /** Milliseconds: no entry was added or renamed since; `Infinity` where the times of the file system prove nothing. */
  readonly changedAt: number
  /** What searches found out from the path and the entries alone: one thing for each kind of search. */
  derived: Map<string, { readonly key: number; readonly value: unknown }> | null
}

/**
 * What a search makes of the entries of a folder: once, as long as the folder and what is looked for stay the same.
 *
 * @param key what is looked for
 */
export function derive<T>(listing: FolderListing, search: string, key: number, make: () => T): T {
  const known = listing.derived?.get(search)
  if (known?.key === key) return known.value as T
  const value = make()
  listing.derived ??= new Map()
  listing.derived.set(search, { key, value })
  return value
}

/**
 * File systems of this machine that give a folder a new time with each entry that is added, renamed or removed. Source:
 * include/uapi/linux/magic.h, and those of ZFS and bcachefs.
 */
const EXACT_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlay
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
  0xca451a4e, // bcachefs
])
/**
 * Milliseconds. A folder that has changed so lately may change again within the same tick of the clock of its times, and
 * that clock may be behind.
 */
const TICK = 2000
/** So many entries are kept in all: some 20 MB. */
const MOST_ENTRIES = 250_000

/** A time that somebody sets also sets that of the change (ctime), which nobody can. */
type Stamp = Pick<Stats, 'dev' | 'ino' | 'mtimeMs' | 'ctimeMs'>

const kept = new Map<string, { readonly stamp: Stamp; readonly listing: FolderListing }>()
let keptEntries = 0
const exactDevices = new Map<number, boolean>()

/**
 * Lists a folder, or says what it held where its times prove that nothing in it has changed: one call tells that, and each
 * call of a tool walks through the workspace several times. Nothing is kept of a folder that changed just now, nor on file
 * systems whose times prove nothing.
 *
 * @throws as `readdir`
 */
export function listFolder(folder: string): FolderListing {
  const before = Date.now()
  const stats = lstatSync(folder)
  const known = kept.get(folder)
  if (known !== undefined && isSame(known.stamp, stats)) return known.listing
  const changedAt = isExact(stats.dev, folder) ? Math.max(stats.ctimeMs, stats.mtimeMs) : Number.POSITIVE_INFINITY
  const listing: FolderListing = {
    changedAt,
    entries: readdirSync(folder, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
    derived: null,
  }
  forget(folder)
  if (before - changedAt > TICK) keep(folder, stats, listing)
  return listing
}

function keep(folder: string, { dev, ino, mtimeMs, ctimeMs }: Stats, listing: FolderListing): void {
  keptEntries += listing.entries.length + 1
  if (keptEntries > MOST_ENTRIES) {
    kept.clear()
    keptEntries = listing.entries.length + 1
    if (keptEntries > MOST_ENTRIES) return
  }
  kept.set(folder, { stamp: { dev, ino, mtimeMs, ctimeMs }, listing })
}

function forget(folder: string): void {
  const known = kept.get(folder)
  if (known === undefined) return
  kept.delete(folder)
  keptEntries -= known.listing.entries.length + 1
}

const isSame = (one: Stamp, other: Stamp): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs

function isExact(device: number, folder: string): boolean {
  let known = exactDevices.get(device)
  if (known === undefined) {
    known = EXACT_FILE_SYSTEMS.has(statfsSync(folder).type)
    exactDevices.set(device, known)
  }
  return known
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
