import { chmodSync, closeSync, constants, fchmodSync, fstatSync, openSync } from 'node:fs'

/** `O_PATH`: a descriptor that only names a place. Source: Linux `include/uapi/asm-generic/fcntl.h`. */
const pathOnly = 0o10000000
const modeBits = 0o7777

/**
 * Gives what stands at a place a mode, unless it has it. The place is held first: a link that another command puts there
 * meanwhile is left alone, and so is what it leads to.
 */
export function setMode(place: string, mode: number): void {
  const held = openSync(place, pathOnly | constants.O_NOFOLLOW)
  try {
    const stats = fstatSync(held)
    if (stats.isSymbolicLink() || (stats.mode & modeBits) === (mode & modeBits)) return
    const name = `/proc/self/fd/${String(held)}`
    try {
      chmodSync(name, mode)
    } catch (error) {
      // Where this process is itself contained without namespaces, modes are set by what is open, never by name.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
      setModeOfOpen(name, mode)
    }
  } finally {
    closeSync(held)
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
