import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * - `NOT_CONNECTED`: there is no connection to the broker, or nothing that can write behind it; nothing was written;
 * - `UNKNOWN`: the broker did not confirm in time; it may have been written;
 * - `OUTDATED_SERVER`: the broker is too old for what was asked of it;
 * - `INSECURE`: the connection would not be encrypted, and the broker is on another machine;
 * - `MISCONFIGURED`: what is stored at the broker has other settings than this gateway asks for;
 * - `FORBIDDEN`: the broker refuses this gateway's credentials, or they do not permit this;
 * - `FULL`: the limit on stored bytes is reached;
 * - `TOO_LARGE`: the value has more bytes than the bus carries;
 * - `INVALID_NAME`, `INVALID_VALUE`: the name or value cannot be sent;
 * - `IN_USE`: another process has the file of the embedded bus open;
 * - `IO`: the file of the embedded bus cannot be read or written;
 * - `CLOSED`: the bus was closed.
 */
export type BusErrorCode =
  | 'NOT_CONNECTED'
  | 'UNKNOWN'
  | 'OUTDATED_SERVER'
  | 'INSECURE'
  | 'MISCONFIGURED'
  | 'FORBIDDEN'
  | 'FULL'
  | 'TOO_LARGE'
  | 'INVALID_NAME'
  | 'INVALID_VALUE'
  | 'IN_USE'
  | 'IO'
  | 'CLOSED'

/** The bus could not do what was asked. Whether anything was written is in the code. */
export class BusError extends PoundlockError<BusErrorCode> {
  override readonly name = 'BusError'
  declare readonly remedy: string

  constructor(message: string, options: PoundlockErrorOptions<BusErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}

/** What every call on a closed bus throws. */
export const busClosed = (): BusError =>
  new BusError('The bus is closed.', { code: 'CLOSED', remedy: 'Open a new one.' })
