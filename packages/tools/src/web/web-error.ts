import { PoundlockError } from '@poundlock/spec'

/**
 * - `WEB_ADDRESS`: no address that can be fetched;
 * - `WEB_REFUSED`: an address that the rules refuse, or one of this machine or a private network;
 * - `WEB_FAILED`: the server could not be reached, broke off, or answered with an error;
 * - `WEB_CONTENT`: the answer cannot be read as text;
 * - `WEB_SEARCH`: no search provider is configured, or its answer is invalid.
 */
export type WebErrorCode = 'WEB_ADDRESS' | 'WEB_REFUSED' | 'WEB_FAILED' | 'WEB_CONTENT' | 'WEB_SEARCH'

/** Why something of the web could not be had. */
export class WebError extends PoundlockError<WebErrorCode> {
  override readonly name = 'WebError'
}
