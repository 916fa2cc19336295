import { PoundlockError } from '@poundlock/spec'

/** Any thrown value as one of our errors; other values are unexpected faults. */
export function asPoundlockError(error: unknown): PoundlockError {
  if (PoundlockError.isInstance(error)) return error
  return new PoundlockError(messageOf(error), { code: 'INTERNAL', cause: error })
}

/** Any value can be thrown, also one whose getters throw. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'the thrown value cannot be shown'
  }
}
