import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * `SESSION_UNKNOWN`: there is no such session. `SESSION_BUSY`: another process works in it. `SESSION_INVALID`: its
 * transcript is not one. `SESSION_BROKEN`: the transcript could not be written, so that nothing goes on.
 */
export type TranscriptErrorCode = 'SESSION_UNKNOWN' | 'SESSION_BUSY' | 'SESSION_INVALID' | 'SESSION_BROKEN'

/** A session of an agent that cannot be used. */
export class TranscriptError extends PoundlockError<TranscriptErrorCode> {
  override readonly name: string = 'TranscriptError'

  constructor(message: string, options: PoundlockErrorOptions<TranscriptErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}
