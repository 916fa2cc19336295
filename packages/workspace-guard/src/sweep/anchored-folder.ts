import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { nameOnly, namesDescriptors, pathOfOpen } from './open-entry.ts'

/**
 * A folder held by a descriptor, so that operations apply to that folder even when its path is replaced by a link. The
 * workspace belongs to the user of the commands, and a sweep may run as root.
 */
export interface AnchoredFolder {
  /** A path of an entry that does not depend on the folder's own. */
  entry(name: string): string
  /** The folder of this name, or `null` when it is missing, no folder, or a link. */
  enter(name: string): AnchoredFolder | null
  /**
   * Gives its owner the rights to work in it where a command has removed them; root needs none.
   *
   * @returns a function that restores the mode
   */
  open(): () => void
  close(): void
}

const OWNERS_RIGHTS = 0o700
const ALL_RIGHTS = 0o7777

export function anchorFolder(path: string): AnchoredFolder | null {
  const descriptor = openFolder(path)
  if (descriptor === null) return null
  const entry = (name: string): string => `${pathOfOpen(descriptor, path)}/${name}`
  const setMode = (mode: number): void => chmodSync(pathOfOpen(descriptor, path), mode)
  const open = (): (() => void) => {
    const { mode, uid } = fstatSync(descriptor)
    if ((mode & OWNERS_RIGHTS) === OWNERS_RIGHTS || uid === 0 || uid !== process.geteuid?.()) return () => {}
    setMode((mode & ALL_RIGHTS) | OWNERS_RIGHTS)
    return () => setMode(mode & ALL_RIGHTS)
  }
  return { entry, enter: (name) => anchorFolder(entry(name)), open, close: () => closeSync(descriptor) }
}

function openFolder(path: string): number | null {
  const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW | nameOnly()
  try {
    return openSync(path, flags)
  } catch (error) {
    if (namesDescriptors() || (error as NodeJS.ErrnoException).code !== 'EACCES') return null
  }
  // A command took away the right to read it, and elsewhere than on Linux it cannot be opened without.
  try {
    makeReadable(path)
    return openSync(path, flags)
  } catch {
    return null
  }
}

function makeReadable(path: string): void {
  const stats = lstatSync(path)
  if (stats.isDirectory() && stats.uid === process.geteuid?.())
    chmodSync(path, (stats.mode & ALL_RIGHTS) | OWNERS_RIGHTS)
}

/**
 * Opens a folder, and folders in it down to so many levels, which cannot be moved or copied while they are closed. It
 * follows no links. A folder that cannot be opened stays closed.
 */
export function openClosed(path: string, levels: number): void {
  const folder = process.geteuid?.() === 0 ? null : anchorFolder(path)
  if (folder === null) return
  try {
    folder.open()
    if (levels === 0) return
    for (const entry of readdirSync(folder.entry(''), { withFileTypes: true })) {
      if (entry.isDirectory()) openClosed(folder.entry(entry.name), levels - 1)
    }
  } catch {
    // The following move or copy fails then, and reports it.
  } finally {
    folder.close()
  }
}

/**
 * Runs a function on the folder that holds the last part of a relative path; `null` when there is no such folder.
 * Closed folders on the way are open meanwhile.
 */
export function withinFolder<Result>(root: string, relative: string, perform: (path: string) => Result): Result | null {
  const parts = relative.split('/')
  const last = parts.pop()!
  const opened: { readonly folder: AnchoredFolder; readonly close: () => void }[] = []
  const hold = (folder: AnchoredFolder | null): AnchoredFolder | null => {
    if (folder !== null) opened.push({ folder, close: folder.open() })
    return folder
  }
  try {
    let folder = hold(anchorFolder(root))
    for (const part of parts) folder = folder === null ? null : hold(folder.enter(part))
    return folder === null ? null : perform(folder.entry(last))
  } finally {
    for (const { folder, close } of opened.toReversed()) {
      close()
      folder.close()
    }
  }
}
