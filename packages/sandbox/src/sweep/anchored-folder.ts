import { closeSync, constants, openSync } from 'node:fs'

/** `O_PATH`: a descriptor that only names a place. Source: Linux `include/uapi/asm-generic/fcntl.h`. */
const pathOnly = 0o10000000

/**
 * A folder held by a descriptor, so that what is done in it is done in that very folder: no part of its path can be
 * swapped for a link meanwhile. The workspace belongs to whoever the commands were, and a sweep may run as root.
 */
export interface AnchoredFolder {
  /** A path of an entry that does not depend on the folder's own. */
  entry(name: string): string
  /** The folder of this name, or `null` when it is none, or a link. */
  enter(name: string): AnchoredFolder | null
  close(): void
}

export function anchorFolder(path: string): AnchoredFolder | null {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_DIRECTORY | constants.O_NOFOLLOW | pathOnly)
  } catch {
    return null
  }
  const entry = (name: string): string => `/proc/self/fd/${String(descriptor)}/${name}`
  return { entry, enter: (name) => anchorFolder(entry(name)), close: () => closeSync(descriptor) }
}

/** Performs something in the folder that holds the last part of a relative path; `null` when there is no such folder. */
export function withinFolder<Result>(root: string, relative: string, perform: (path: string) => Result): Result | null {
  const parts = relative.split('/')
  const last = parts.pop()!
  let folder = anchorFolder(root)
  for (const part of parts) {
    const next = folder?.enter(part) ?? null
    folder?.close()
    folder = next
  }
  if (folder === null) return null
  try {
    return perform(folder.entry(last))
  } finally {
    folder.close()
  }
}
