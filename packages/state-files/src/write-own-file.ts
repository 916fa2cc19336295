import { randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ownerMark } from './owner-mark.ts'
import { removeIfThere } from './remove-if-there.ts'
import { stateFileError } from './state-file-error.ts'

export interface WriteOptions {
  /** The file lasts when the power fails. False for what can be found out again, such as a cache. Default: true. */
  readonly durable?: boolean
  /** Permissions. Default: 0600. */
  readonly mode?: number
}

/** What the names of unfinished files begin with: `.` keeps them apart from all that is read. */
const UNFINISHED = '.unfinished-'

/**
 * Puts a file in the place of the one that is there, in one step: at any moment, also after a crash, the old one or the
 * new one is there.
 *
 * @throws StateFileError `STATE_FILE_IO`; the old one is there then
 */
export function replaceOwnFile(file: string, content: string | Uint8Array, options: WriteOptions = {}): void {
  moveIntoPlace(file, content, options, renameSync)
}

/**
 * Makes a file, if there is none of this name yet.
 *
 * @returns false when there is: it is as it was
 * @throws StateFileError `STATE_FILE_IO`
 */
export function makeOwnFile(file: string, content: string | Uint8Array, options: WriteOptions = {}): boolean {
  return moveIntoPlace(file, content, options, (unfinished) => {
    linkSync(unfinished, file)
    unlinkSync(unfinished)
  })
}

/** Whether a name is of a file that was being written when its writer was killed; `isAbandoned` says that of certain. */
export const isUnfinished = (name: string): boolean => name.startsWith(UNFINISHED)

function moveIntoPlace(
  file: string,
  content: string | Uint8Array,
  { durable = true, mode = 0o600 }: WriteOptions,
  finish: (unfinished: string, file: string) => void,
): boolean {
  const folder = dirname(file)
  const unfinished = join(folder, `${UNFINISHED}${basename(file)}-${ownerMark()}-${randomBytes(6).toString('hex')}`)
  try {
    const descriptor = openSync(unfinished, 'wx', 0o600)
    try {
      // Not less than was asked for, whatever the umask is.
      if (mode !== 0o600) fchmodSync(descriptor, mode)
      writeWhole(descriptor, typeof content === 'string' ? Buffer.from(content) : content)
      if (durable) fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    finish(unfinished, file)
    if (durable) syncFolder(folder)
    return true
  } catch (error) {
    removeIfThere(unfinished)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw stateFileError(error, 'write', file)
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
}

/** Without it, a power failure could undo the renaming. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
