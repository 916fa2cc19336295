import { lstatSync } from 'node:fs'
import { makeMissingFolders } from './make-missing-folders.ts'
import { checkOwnership, type Ownership } from './ownership.ts'
import { stateFileError } from './state-file-error.ts'

/**
 * Makes a folder for this user alone, mode 0700, or makes sure that the one that is there can be relied on.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED`, `STATE_FILE_IO`
 */
export function makeOwnFolder(folder: string, ownership: Ownership = 'own'): void {
  try {
    makeMissingFolders(folder)
    checkOwnership(folder, lstatSync(folder), 'folder', ownership)
  } catch (error) {
    throw stateFileError(error, 'make', folder)
  }
}

/**
 * Makes sure that no other user can put files into a folder. Where there is no folder, there are no files in it.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED`, `STATE_FILE_IO`
 */
export function checkOwnFolder(folder: string, ownership: Ownership = 'own'): void {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    if (stats) checkOwnership(folder, stats, 'folder', ownership)
  } catch (error) {
    throw stateFileError(error, 'look at', folder)
  }
}
