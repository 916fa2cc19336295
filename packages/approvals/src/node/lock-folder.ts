import { StateFileError, withLock } from '@poundlock/state-files/node'
import { asApprovalsError } from './own-folder.ts'

/**
 * Runs `action` while no other process runs one for the same folder.
 *
 * @throws ApprovalsError `APPROVALS_LOCKED`, `APPROVALS_IO`; whatever `action` throws
 */
export async function lockFolder<T>(folder: string, timeoutMs: number, action: () => T): Promise<T> {
  try {
    return await withLock(folder, timeoutMs, action)
  } catch (error) {
    throw error instanceof StateFileError ? asApprovalsError(error, 'lock', folder) : error
  }
}
