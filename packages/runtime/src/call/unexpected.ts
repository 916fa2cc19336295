import { PoundlockError } from '@poundlock/spec'

/** Anything that was thrown as one of our errors: what is none is a fault that nobody foresaw. */
export function asPoundlockError(error: unknown): PoundlockError {
  if (PoundlockError.isInstance(error)) return error
  const message = error instanceof Error ? error.message : String(error)
  return new PoundlockError(message, { code: 'INTERNAL', cause: error })
}
