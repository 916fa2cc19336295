import { lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { realPathOrNull } from '@poundlock/state-files/node'
import { derive, type FolderListing, listFolder } from '../paths/folder-listings.ts'

/** The most folders that are read after each run; deeper and later ones are left out. */
const MOST_FOLDERS = 1000
/** Folders that are read ahead before other work gets its turn: less than a millisecond. */
const TURN = 32

/**
 * New links in folders of dependencies, nearest first, those of tools (`.bin`, `.cache`) before packages. Links that
 * package managers make are left out: from a package to a folder of one.
 *
 * @param folders absolute
 * @param since milliseconds
 */
export function linksInSkipped(folders: readonly string[], since: number): readonly string[] {
  const links: string[] = []
  for (const { folder, listing } of walk(folders)) {
    if (listing.changedAt < since) continue
    for (const { name, kind } of listing.entries) {
      const path = join(folder, name)
      if (kind === 'link' && isMadeSince(path, since) && !isPackage(path)) links.push(path)
    }
  }
  return links
}

/**
 * Reads the folders that `linksInSkipped` will read, while a command runs: afterwards one look at each tells whether it
 * has changed.
 *
 * @returns a function that stops it
 */
export function readSkippedAhead(folders: readonly string[]): () => void {
  const walked = walk(folders)
  const readSome = (): void => {
    for (let read = 0; read < TURN; read += 1) if (walked.next().done === true) return
    next = setImmediate(readSome)
  }
  let next = setImmediate(readSome)
  return () => clearImmediate(next)
}

interface WalkedFolder {
  readonly folder: string
  readonly listing: FolderListing
}

function* walk(folders: readonly string[]): Generator<WalkedFolder> {
  const pending = [...folders]
  for (let at = 0; at < pending.length && at < MOST_FOLDERS; at++) {
    const folder = pending[at]!
    const listing = listingOrNull(folder)
    if (listing === null) continue
    yield { folder, listing }
    for (const name of derive(listing, 'skipped', 0, () => foldersBelow(listing))) pending.push(`${folder}/${name}`)
  }
}

/** Folders of tools come first. */
function foldersBelow({ entries }: FolderListing): readonly string[] {
  const names = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name)
  return names.toSorted((one, other) => Number(isOfTool(other)) - Number(isOfTool(one)))
}

/** `null` for what is gone, or closed to this user. */
function listingOrNull(folder: string): FolderListing | null {
  try {
    return listFolder(folder)
  } catch {
    return null
  }
}

const isOfTool = (name: string): boolean => name.startsWith('.')

function isMadeSince(path: string, since: number): boolean {
  return (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) >= since
}

/** `npm link` and `file:` dependencies: `node_modules/name`, `node_modules/@scope/name`. Source: npm-link(1). */
function isPackage(path: string): boolean {
  const folder = dirname(path)
  const holder = basename(folder).startsWith('@') ? dirname(folder) : folder
  const real = basename(holder) === 'node_modules' ? realPathOrNull(path) : null
  return real !== null && statSync(join(real, 'package.json'), { throwIfNoEntry: false })?.isFile() === true
}
