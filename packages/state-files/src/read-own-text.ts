import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { checkOwnership, type Ownership } from './ownership.ts'
import { StateFileError, stateFileError } from './state-file-error.ts'

export interface ReadTextOptions {
  readonly ownership: Ownership
  /** A larger file is refused. */
  readonly maxBytes: number
  /** A file that is made by linking has two names for a moment. Default: a second name is refused. */
  readonly names?: 'one' | 'any'
}

/**
 * The text of a file that no other user could have written, or `null` where there is none. Links are not followed, and a
 * pipe in the place of the file is not waited for.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED`, `STATE_FILE_INVALID`, `STATE_FILE_IO`
 */
export function readOwnText(file: string, { ownership, maxBytes, names = 'one' }: ReadTextOptions): string | null {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw stateFileError(error, 'read', file)
  }
  try {
    const stats = fstatSync(descriptor)
    checkOwnership(file, stats, 'file', ownership)
    if (names === 'one' && stats.nlink > 1) {
      throw new StateFileError(`${file}: has a second name`, {
        code: 'STATE_FILE_UNTRUSTED',
        remedy: 'Find the other hard link and remove it.',
        details: { path: file },
      })
    }
    if (stats.size > maxBytes) throw invalid(file, `has ${stats.size} bytes; at most ${maxBytes} are read`)
    return decode(file, readFileSync(descriptor))
  } catch (error) {
    throw stateFileError(error, 'read', file)
  } finally {
    closeSync(descriptor)
  }
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw invalid(file, 'is not UTF-8', cause)
  }
}

const invalid = (path: string, problem: string, cause?: unknown) =>
  new StateFileError(`${path}: ${problem}`, {
    code: 'STATE_FILE_INVALID',
    remedy: 'Look at what is in it, and move it away.',
    details: { path },
    ...(cause !== undefined && { cause }),
  })
