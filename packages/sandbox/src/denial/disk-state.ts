import { accessSync, constants, statfsSync } from 'node:fs'

/** The state of the disk of a folder for a write; `usable` also where it is unknown. */
export type DiskState = 'usable' | 'read-only' | 'full'

/** Less than this is used up by the next folder. */
const NOTHING_LEFT = 64 * 1024

/** Looks at the disk of a folder, so that its own trouble is not laid to a sandbox. */
export function diskState(folder: string): DiskState {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') return 'read-only'
  }
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder)
    return bavail * bsize < NOTHING_LEFT || (files > 0 && ffree === 0) ? 'full' : 'usable'
  } catch {
    return 'usable'
  }
}
