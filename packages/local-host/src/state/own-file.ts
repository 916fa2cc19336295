import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { lstatOrNull, ownershipProblem } from '@poundlock/state-files/node'
import { LocalHostError } from '../local-host-error.ts'
import { StateError } from './state-error.ts'

const MAX_BYTES = 4 * 1024 * 1024

type Failure = (message: string, remedy: string, cause?: unknown) => Error

/**
 * The text of a file that decides what is allowed, or `null` where there is none. A file that other users can write is
 * refused.
 *
 * @param options.vouchedFor skips that check, for a file that the user named; it must exist then
 * @throws StateError
 */
export function readOwnFile(file: string, options: { readonly vouchedFor: boolean }): string | null {
  // An error in a file that the user named is a usage error; in one of ours it is broken state.
  const failure: Failure = (message, remedy, cause) =>
    options.vouchedFor ? new LocalHostError(message, { remedy }) : new StateError(message, { remedy, cause })
  let descriptor: number
  try {
    // Not blocking: a pipe in the place of the file would be waited for.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw failure(`${file}: cannot be read (${code})`, 'Check its permissions.', error)
    if (options.vouchedFor) throw failure(`${file}: does not exist`, 'Name an existing file.', error)
    // Without this, a document on a disk that is not mounted would be no document.
    if (lstatOrNull(file) !== null)
      throw new StateError(`${file}: is a link to nothing`, { remedy: 'Correct or remove the link.', cause: error })
    return null
  }
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw failure(`${file}: is not a regular file`, 'Put a file there, or nothing.')
    const problem = options.vouchedFor ? null : ownershipProblem(file, stat, 'file', 'obeyed')
    if (problem !== null) throw new StateError(`${file}: ${problem.problem}`, { remedy: problem.remedy })
    if (stat.size > MAX_BYTES) throw failure(`${file}: has ${stat.size} bytes`, `Keep it below ${MAX_BYTES}.`)
    return decode(file, readFileSync(descriptor), failure)
  } finally {
    closeSync(descriptor)
  }
}

function decode(file: string, bytes: Buffer, failure: Failure): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw failure(`${file}: is not UTF-8`, 'Save it as UTF-8.', error)
  }
}
