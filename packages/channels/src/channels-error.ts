import { PoundlockError } from '@poundlock/spec'

/**
 * - `CHANNEL_REFUSED`: the service refused;
 * - `CHANNEL_UNREACHABLE`: it could not be reached, or did not answer in time;
 * - `CHANNEL_LISTEN`: the HTTP server for its calls could not be opened.
 */
export type ChannelsErrorCode = 'CHANNEL_REFUSED' | 'CHANNEL_UNREACHABLE' | 'CHANNEL_LISTEN'

/** Thrown when a chat cannot be asked; nothing becomes allowed by it. */
export class ChannelsError extends PoundlockError {
  override readonly name = 'ChannelsError'
  declare readonly code: ChannelsErrorCode

  constructor(
    code: ChannelsErrorCode,
    message: string,
    options: { readonly remedy: string; readonly cause?: unknown },
  ) {
    super(message, { code, ...options })
  }
}
