import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * `SANDBOX_UNAVAILABLE`: this machine cannot contain as asked, `details.reasons` says why;
 * `SANDBOX_POLICY`: the policy cannot be kept, for example its workspace is missing;
 * `SANDBOX_VIEW`: what was tried cannot be compared, kept or applied; the workspace is as it was;
 * `SANDBOX_FAILED`: it broke before the command started; nothing was run.
 */
export type SandboxErrorCode = 'SANDBOX_UNAVAILABLE' | 'SANDBOX_POLICY' | 'SANDBOX_VIEW' | 'SANDBOX_FAILED'

/** Thrown when a sandbox cannot be had. Nothing ran. */
export class SandboxError extends PoundlockError {
  override readonly name = 'SandboxError'
  declare readonly code: SandboxErrorCode

  constructor(message: string, options: PoundlockErrorOptions & { readonly code: SandboxErrorCode }) {
    super(message, options)
  }
}
