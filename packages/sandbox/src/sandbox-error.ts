import { PoundlockError } from '@poundlock/spec'

/**
 * `SANDBOX_UNAVAILABLE`: this machine cannot contain as requested, `details.reasons` says why; `SANDBOX_POLICY`: the
 * policy cannot be enforced, for example its workspace is missing; `SANDBOX_VIEW`: a try cannot be compared, kept or
 * applied, and the workspace is unchanged; `SANDBOX_TRY_UNKNOWN`: no try has this id; `SANDBOX_OPTIONS`: an option of a
 * backend is missing or wrong, `details.option` names it; `SANDBOX_FAILED`: it failed before the command started, and
 * nothing was run.
 */
export type SandboxErrorCode =
  | 'SANDBOX_UNAVAILABLE'
  | 'SANDBOX_POLICY'
  | 'SANDBOX_VIEW'
  | 'SANDBOX_TRY_UNKNOWN'
  | 'SANDBOX_OPTIONS'
  | 'SANDBOX_FAILED'

/** Thrown when a sandbox cannot be had. Nothing ran. */
export class SandboxError extends PoundlockError<SandboxErrorCode> {
  override readonly name = 'SandboxError'
}
