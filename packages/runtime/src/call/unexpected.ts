import { PoundlockError } from '@poundlock/spec'

/** Anything that was thrown as one of our errors: what is none is a fault that nobody foresaw. */
export function asPoundlockError(error: unknown): PoundlockError {
  if (PoundlockError.isInstance(error)) return error
  return new PoundlockError(messageOf(error), { code: 'INTERNAL', cause: error })
}

/** Anything can be thrown, also what breaks whoever looks at it. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'what was thrown cannot be shown'
  }
}
