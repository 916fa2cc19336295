import { unlinkSync } from 'node:fs'

/** Removes a file, link or socket, for callers to which it does not matter if it is gone or cannot be removed. */
export function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Another process was faster, or it does no harm where it is.
  }
}
