import { PoundlockError } from '@poundlock/spec'

/** Thrown when no host can be opened here: no home folder, no such workspace, no shell. Nothing ran. */
export class LocalHostError extends PoundlockError {
  override readonly name = 'LocalHostError'

  constructor(message: string, { remedy }: { readonly remedy: string }) {
    super(message, { code: 'USAGE', remedy })
  }
}
