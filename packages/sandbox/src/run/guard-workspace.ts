import {
  createWorkspaceGuard,
  type WorkspaceGuard,
  WorkspaceGuardError,
  type WorkspaceGuardErrorCode,
  type WorkspaceGuardOptions,
} from '@poundlock/workspace-guard'
import { SandboxError, type SandboxErrorCode } from '../sandbox-error.ts'

const CODES: Readonly<Record<WorkspaceGuardErrorCode, SandboxErrorCode>> = {
  WORKSPACE_GUARD_POLICY: 'SANDBOX_POLICY',
  WORKSPACE_GUARD_FAILED: 'SANDBOX_FAILED',
}

/** The guard of a workspace for backends: an error before the start is a `SandboxError`, and nothing is run. */
export function guardWorkspace(options: WorkspaceGuardOptions): WorkspaceGuard {
  const guard = createWorkspaceGuard(options)
  return {
    async begin(released) {
      try {
        return await guard.begin(released)
      } catch (error) {
        if (!(error instanceof WorkspaceGuardError)) throw error
        const { message, details, remedy } = error
        const explained = remedy === undefined ? { details } : { details, remedy }
        throw new SandboxError(message, { code: CODES[error.code], cause: error, ...explained })
      }
    },
    close: () => guard.close(),
  }
}
