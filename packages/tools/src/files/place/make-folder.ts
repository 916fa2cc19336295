import { mkdirSync, rmdirSync } from 'node:fs'
import { posix } from 'node:path'
import { FileToolError } from '../file-tool-error.ts'
import { showPath } from '../show-path.ts'
import { findFile, openFile, type OpenFile } from './place.ts'

/** A folder that was made for a file. */
export interface MadeFolder {
  /** Takes it back, if it is empty. */
  remove(): void
  close(): void
}

/**
 * Opens a folder, and makes it and its parents where they are missing.
 *
 * @param made new folders are added here
 * @param demand called before anything is made, with the deepest existing folder and the path below it
 */
export function makeFolder(
  path: string,
  made: MadeFolder[],
  demand: (parent: string, rest: string) => void,
  below = '',
): OpenFile {
  const found = findFile(path, 'follow')
  if (found !== null) return found
  const name = posix.basename(path)
  const parent = makeFolder(posix.dirname(path), made, demand, posix.join(name, below))
  try {
    demand(parent.real, posix.join(name, below))
    const entryPath = parent.entry(name)
    if (makeUnlessThere(entryPath)) {
      const opened = openFile(parent.entry('.'), 'follow')
      made.push({ remove: () => removeIfEmpty(opened.entry(name)), close: () => opened.close() })
    }
    const folder = openFile(entryPath, 'hold-link')
    if (folder.kind === 'folder') return folder
    folder.close()
    const message = `${showPath(path)} is a link that leads nowhere`
    throw new FileToolError(message, { code: 'FILE_NOT_FOUND', remedy: 'Name another folder, or remove the link.' })
  } finally {
    parent.close()
  }
}

function makeUnlessThere(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Another process uses it already, or it is gone.
  }
}
