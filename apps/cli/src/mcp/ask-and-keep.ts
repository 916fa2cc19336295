import type { HostSettings } from '@poundlock/local-host'
import { approvalAsker } from '../approvals/asker.ts'
import { KeptRequests } from './kept-requests.ts'

/**
 * Asks about the calls of clients: on the client's own surface and all others. An unanswered request is kept for a
 * repeated call.
 */
export const askAndKeep = (settings: HostSettings, abortSignal: AbortSignal): KeptRequests =>
  new KeptRequests((...more) => approvalAsker({ terminal: false, abortSignal, more })(settings)!)
