import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { StateError } from './state-error.ts'

const MAX_BYTES = 4 * 1024 * 1024

/**
 * The text of a file that decides what is allowed, or `null` where there is none. Whoever else could have written it is
 * refused.
 *
 * @param options.vouchedFor skips that, for a file which the user has named, and which must exist then
 * @throws StateError
 */
export function readOwnFile(file: string, options: { readonly vouchedFor: boolean }): string | null {
  let descriptor: number
  try {
    // Not blocking: a pipe in the place of the file would be waited for.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new StateError(`${file}: cannot be read (${code})`, 'Check its permissions.', error)
    if (options.vouchedFor) throw new StateError(`${file}: does not exist`, 'Name an existing file.', error)
    // Without this, a document on a disk that is not mounted would be no document.
    if (isThere(file)) throw new StateError(`${file}: is a link to nothing`, 'Mend or remove the link.', error)
    return null
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new StateError(`${file}: is not a regular file`, 'Put a file there, or nothing.')
    if (!options.vouchedFor) {
      const uid = process.getuid?.()
      if (uid !== undefined && stat.uid !== uid && stat.uid !== 0) {
        throw new StateError(`${file}: belongs to user ${stat.uid}, not to you`, `Own it: chown ${uid} ${file}`)
      }
      if ((stat.mode & 0o022) !== 0) {
        throw new StateError(`${file}: can be written by others`, `Take that away: chmod go-w ${file}`)
      }
    }
    if (stat.size > MAX_BYTES) throw new StateError(`${file}: has ${stat.size} bytes`, `Keep it below ${MAX_BYTES}.`)
    return decode(file, readFileSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new StateError(`${file}: is not UTF-8`, 'Save it as UTF-8.', error)
  }
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
