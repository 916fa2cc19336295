import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { asApprovalsError } from './own-folder.ts'

/** What the names of unfinished files begin with: `.` keeps them apart from all that is read. */
const UNFINISHED = '.unfinished-'

/**
 * Puts a file in the place of the one that is there, in one step: at any moment, also after a crash, the old one or the
 * new one is there.
 *
 * @throws ApprovalsError `APPROVALS_IO`; the old one is there then
 */
export function replaceOwnFile(file: string, text: string): void {
  place(file, text, renameSync)
}

/**
 * Makes a file, if there is none of this name yet.
 *
 * @returns false when there is: it is as it was
 * @throws ApprovalsError `APPROVALS_IO`
 */
export function makeOwnFile(file: string, text: string): boolean {
  return place(file, text, (unfinished) => {
    linkSync(unfinished, file)
    unlinkSync(unfinished)
  })
}

/** Whether a name is of a file that was being written when its writer was killed. */
export const isUnfinished = (name: string): boolean => name.startsWith(UNFINISHED)

function place(file: string, text: string, finish: (unfinished: string, file: string) => void): boolean {
  const folder = dirname(file)
  const unfinished = join(folder, `${UNFINISHED}${basename(file)}-${randomBytes(6).toString('hex')}`)
  try {
    const descriptor = openSync(unfinished, 'wx', 0o600)
    try {
      writeWhole(descriptor, Buffer.from(text))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    finish(unfinished, file)
    syncFolder(folder)
    return true
  } catch (error) {
    remove(unfinished)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw asApprovalsError(error, 'write', file)
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

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or is gone already.
  }
}
