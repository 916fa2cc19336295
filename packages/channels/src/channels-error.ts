import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * - `CHANNEL_REFUSED`: the service refused;
 * - `CHANNEL_UNREACHABLE`: it could not be reached, or did not answer in time;
 * - `CHANNEL_LISTEN`: the HTTP server for its calls could not be opened.
 */
export type ChannelsErrorCode = 'CHANNEL_REFUSED' | 'CHANNEL_UNREACHABLE' | 'CHANNEL_LISTEN'

/** Thrown when a chat cannot be asked; nothing becomes allowed by it. */
export class ChannelsError extends PoundlockError<ChannelsErrorCode> {
  override readonly name = 'ChannelsError'
  declare readonly remedy: string

  constructor(message: string, options: PoundlockErrorOptions<ChannelsErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}
