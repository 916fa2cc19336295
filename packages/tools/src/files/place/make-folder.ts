import { mkdirSync, rmdirSync } from 'node:fs'
import { posix } from 'node:path'
import { FileToolError } from '../file-tool-error.ts'
import { showPath } from '../show-path.ts'
import { findPlace, openPlace, type Place } from './place.ts'

/** A folder that was made for a file. */
export interface MadeFolder {
  /** Takes it back, if it is empty. */
  remove(): void
  close(): void
}

/**
 * Holds a folder, and makes it and those on the way to it where they are missing.
 *
 * @param made what was made is added here
 * @param demand asked before anything is made: the deepest folder that is there, and the path below it
 */
export function makeFolder(
  path: string,
  made: MadeFolder[],
  demand: (parent: string, rest: string) => void,
  below = '',
): Place {
  const found = findPlace(path, 'follow')
  if (found !== null) return found
  const name = posix.basename(path)
  const parent = makeFolder(posix.dirname(path), made, demand, posix.join(name, below))
  try {
    demand(parent.real, posix.join(name, below))
    const place = parent.entry(name)
    if (makeUnlessThere(place)) {
      const held = openPlace(parent.entry('.'), 'follow')
      made.push({ remove: () => removeIfEmpty(held.entry(name)), close: () => held.close() })
    }
    const folder = openPlace(place, 'hold-link')
    if (folder.kind === 'folder') return folder
    folder.close()
    const message = `${showPath(path)} is a link that leads nowhere`
    throw new FileToolError('FILE_NOT_FOUND', message, 'Name another folder, or remove the link.')
  } finally {
    parent.close()
  }
}

function makeUnlessThere(place: string): boolean {
  try {
    mkdirSync(place)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfEmpty(place: string): void {
  try {
    rmdirSync(place)
  } catch {
    // Somebody uses it already, or it is gone.
  }
}
