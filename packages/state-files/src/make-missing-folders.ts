import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that only this user can enter, with those above it that are missing; one that is there stays as it is.
 * Node's own `recursive` says that there is no such file where the disk is read-only.
 *
 * @throws the error of the file system
 */
export function makeMissingFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    makeMissingFolders(dirname(path))
    mkdirSync(path, { mode: 0o700 })
  }
}
