import { PoundlockError } from '@poundlock/spec'

/** Thrown when the state folder, or a file in it, cannot be used or cannot be trusted; nothing ran. */
export class StateError extends PoundlockError {
  override readonly name = 'StateError'

  constructor(message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, { code: 'STATE', ...options })
  }
}
