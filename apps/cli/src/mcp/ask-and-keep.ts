import type { Surface } from '@poundlock/approvals/node'
import type { HostSettings } from '@poundlock/local-host'
import type { CallToApprove } from '@poundlock/runtime'
import { approvalAsker } from '../approvals/asker.ts'
import { KeptRequests } from './kept-requests.ts'

/**
 * Asks about the calls of clients: on the client's own surface and all others. An unanswered request is kept for a
 * repeated call.
 *
 * @param beside surfaces for every request
 */
export const askAndKeep = (
  settings: HostSettings,
  abortSignal: AbortSignal,
  beside: readonly Surface<CallToApprove>[] = [],
): KeptRequests =>
  new KeptRequests((...more) => approvalAsker({ terminal: false, abortSignal, more: [...more, ...beside] })(settings)!)
