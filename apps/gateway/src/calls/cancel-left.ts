import type { CallLedger, LedgerEntry } from '@poundlock/ledger'
import type { CallResult } from '@poundlock/protocol'
import type { Approvals } from '../approvals/approvals.ts'

interface LeftCallParts {
  readonly ledger: CallLedger<CallResult>
  readonly approvals: Approvals
  readonly now: () => number
}

/** A call that was left by an earlier run of the gateway, of which nothing has run. */
export async function cancelLeft(
  { callId, key, session, tool }: LedgerEntry,
  { ledger, approvals, now }: LeftCallParts,
): Promise<void> {
  const result: CallResult = {
    callId,
    key,
    session,
    tool,
    status: 'cancelled',
    message: 'It was cancelled before anything of it ran.',
    content: [],
    reasons: [],
    endedAt: now(),
  }
  await ledger.finish(callId, result, 'process')
  approvals.withdraw(({ request }) => request.callId === callId && request.queued !== true)
}
