import { chmodSync, closeSync, constants, fchmodSync, fstatSync, lstatSync, openSync } from 'node:fs'
import { nameOnly, namesDescriptors, pathOfOpen } from './open-entry.ts'

const MODE_BITS = 0o7777

/**
 * Sets the mode of the entry at a path, unless it has it. On Linux the entry is opened first: a link that another
 * command puts there meanwhile is left alone, and so is its target. Elsewhere a file without a right to read it could
 * not be opened, so that the entry is looked at, and changed by its path.
 */
export function setMode(path: string, mode: number): void {
  if (!namesDescriptors()) return setModeByPath(path, mode)
  const descriptor = openSync(path, nameOnly() | constants.O_NOFOLLOW)
  try {
    const stats = fstatSync(descriptor)
    if (stats.isSymbolicLink() || (stats.mode & MODE_BITS) === (mode & MODE_BITS)) return
    const name = pathOfOpen(descriptor, path)
    try {
      chmodSync(name, mode)
    } catch (error) {
      // Inside a sandbox without namespaces, modes can be set on descriptors only, never by name.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
      setModeOfOpen(name, mode)
    }
  } finally {
    closeSync(descriptor)
  }
}

function setModeByPath(path: string, mode: number): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink() || (stats.mode & MODE_BITS) === (mode & MODE_BITS)) return
  chmodSync(path, mode)
}

function setModeOfOpen(name: string, mode: number): void {
  const opened = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    fchmodSync(opened, mode)
  } finally {
    closeSync(opened)
  }
}
