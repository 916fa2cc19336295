import {
  checkOwnFolder as checkFolder,
  makeOwnFolder as makeFolder,
  readOwnText as readText,
  StateFileError,
  stateFileError,
  type StateFileErrorCode,
} from '@poundlock/state-files/node'
import { ApprovalsError, type ApprovalsErrorCode } from '../approvals-error.ts'

/**
 * Makes a folder for its owner alone, or makes sure that it is one.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export const makeOwnFolder = (folder: string): void => inApprovals('make', folder, () => makeFolder(folder))

/**
 * Makes sure that no other user can put files into a folder; where there is none, there are none in it.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export const checkOwnFolder = (folder: string): void => inApprovals('look at', folder, () => checkFolder(folder))

/**
 * The text of a file that only its owner can read and write, or `null` where there is none.
 *
 * @param names how many names the file may have: one that is made by linking has two for a moment
 * @throws ApprovalsError `APPROVALS_UNTRUSTED` where another user could have written it, `APPROVALS_INVALID`,
 * `APPROVALS_IO`
 */
export const readOwnText = (file: string, maxBytes: number, names: 'one' | 'any' = 'one'): string | null =>
  inApprovals('read', file, () => readText(file, { ownership: 'private', maxBytes, names }))

/** Does something with a file; what goes wrong is an error of this package. */
export function inApprovals<Result>(action: string, path: string, perform: () => Result): Result {
  try {
    return perform()
  } catch (error) {
    throw asApprovalsError(error, action, path)
  }
}

/** The system's answer as an error that says what to do; one of ours stays as it is. */
export function asApprovalsError(error: unknown, action: string, path: string): ApprovalsError {
  if (error instanceof ApprovalsError) return error
  const found = error instanceof StateFileError ? error : stateFileError(error, action, path)
  const { message, details } = found
  const remedy = REMEDIES[found.code] ?? found.remedy
  return new ApprovalsError(message, { code: CODES[found.code], remedy, details, cause: error })
}

const CODES: Readonly<Record<StateFileErrorCode, ApprovalsErrorCode>> = {
  STATE_FILE_UNTRUSTED: 'APPROVALS_UNTRUSTED',
  STATE_FILE_INVALID: 'APPROVALS_INVALID',
  STATE_FILE_LOCKED: 'APPROVALS_LOCKED',
  STATE_FILE_SOCKET_PATH: 'APPROVALS_SOCKET_PATH',
  STATE_FILE_SOCKET_BUSY: 'APPROVALS_SOCKET_BUSY',
  STATE_FILE_IO: 'APPROVALS_IO',
}

const REMEDIES: Readonly<Partial<Record<StateFileErrorCode, string>>> = {
  STATE_FILE_SOCKET_PATH:
    'Name a shorter one as socket.path in exec-approvals.json, or set POUNDLOCK_HOME to a shorter folder.',
  STATE_FILE_SOCKET_BUSY: 'Connect to it instead: `poundlock approvals watch` does.',
}
