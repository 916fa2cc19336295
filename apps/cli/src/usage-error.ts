import { PoundlockError } from '@poundlock/spec'

/** Thrown when a command was called wrongly; nothing ran. */
export class UsageError extends PoundlockError {
  override readonly name = 'UsageError'

  constructor(message: string, { remedy }: { readonly remedy: string }) {
    super(message, { code: 'USAGE', remedy })
  }
}
