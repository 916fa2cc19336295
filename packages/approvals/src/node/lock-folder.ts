import { withLock } from '@poundlock/audit/node'
import { PoundlockError } from '@poundlock/spec'
import { ApprovalsError } from '../approvals-error.ts'

/**
 * Runs `action` while no other process runs one for the same folder.
 *
 * @throws ApprovalsError `APPROVALS_LOCKED`, `APPROVALS_IO`; whatever `action` throws
 */
export async function lockFolder<T>(folder: string, timeoutMs: number, action: () => T): Promise<T> {
  try {
    return await withLock(folder, timeoutMs, action)
  } catch (error) {
    if (!PoundlockError.isInstance(error) || error instanceof ApprovalsError) throw error
    const code = error.code === 'AUDIT_LOCKED' ? 'APPROVALS_LOCKED' : 'APPROVALS_IO'
    throw new ApprovalsError(code, error.message, { remedy: error.remedy ?? '', details: error.details, cause: error })
  }
}
