import { PoundlockError } from '@poundlock/spec'

/**
 * `WORKSPACE_GUARD_POLICY`: a protected path holds more than can be put back; `details.path` is the one;
 * `WORKSPACE_GUARD_FAILED`: what to look for after the run cannot be written down.
 */
export type WorkspaceGuardErrorCode = 'WORKSPACE_GUARD_POLICY' | 'WORKSPACE_GUARD_FAILED'

/** Thrown when a workspace cannot be guarded. No command may run in it. */
export class WorkspaceGuardError extends PoundlockError<WorkspaceGuardErrorCode> {
  override readonly name = 'WorkspaceGuardError'
}
