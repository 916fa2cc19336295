import { chmodSync, closeSync, constants, fchmodSync, fstatSync, openSync } from 'node:fs'

/** `O_PATH`: a descriptor that only names a place. Source: Linux `include/uapi/asm-generic/fcntl.h`. */
const pathOnly = 0o10000000
const modeBits = 0o7777

/**
 * Sets the mode of the entry at a path, unless it has it. The entry is opened first: a link that another command puts
 * there meanwhile is left alone, and so is its target.
 */
export function setMode(path: string, mode: number): void {
  const descriptor = openSync(path, pathOnly | constants.O_NOFOLLOW)
  try {
    const stats = fstatSync(descriptor)
    if (stats.isSymbolicLink() || (stats.mode & modeBits) === (mode & modeBits)) return
    const name = `/proc/self/fd/${String(descriptor)}`
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

function setModeOfOpen(name: string, mode: number): void {
  const opened = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    fchmodSync(opened, mode)
  } finally {
    closeSync(opened)
  }
}
