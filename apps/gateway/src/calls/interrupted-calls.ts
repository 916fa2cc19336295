import { join } from 'node:path'
import type { CallLedger } from '@poundlock/ledger'
import { tracesOfCalls } from '@poundlock/local-host'
import type { CallResult } from '@poundlock/protocol'
import type { Log } from '../dispatch/services.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { unknownResult } from './call-result.ts'
import type { LateCalls } from './late-calls.ts'

export interface InterruptedParts {
  readonly ledger: CallLedger<CallResult>
  readonly sessions: SessionStore
  readonly late: LateCalls
  /** Absolute. */
  readonly stateFolder: string
  readonly now: () => number
  readonly log: Log
}

/**
 * Finds out, before anything else is done, how the calls went that an earlier run of the gateway left while they ran. What
 * is certain not to have run is given back: the same key begins it anew. Everything else is `unknown`, with what is known
 * of it, and never runs again.
 */
export async function settleInterrupted({
  ledger,
  sessions,
  late,
  stateFolder,
  now,
  log,
}: InterruptedParts): Promise<void> {
  const left = ledger.interrupted()
  if (left.length === 0) return
  const records = await tracesOfCalls(
    left.map(({ callId }) => callId),
    join(stateFolder, 'audit'),
  )
  for (const entry of left) {
    const { callId, runId, startedAt } = entry
    // Its node knows, and tells when it is there.
    if (await late.begin(callId)) continue
    const recorded = records?.get(callId)
    // Nothing is started that was not recorded before.
    if (records !== null && recorded?.hasStarted !== true) {
      await ledger.giveBack(callId)
      continue
    }
    const tail = sessions.keptOutput(callId)
    const exit = recorded?.exit
    const known = { runId, startedAt, endedAt: now(), tail, ...(exit !== undefined && { exit }) }
    const result = unknownResult(entry, known)
    await ledger.finish(callId, result)
    sessions.keepOutput(callId, null)
    if (sessions.get(entry.session)) {
      sessions.append(entry.session, { kind: 'call-ended', callId, status: 'unknown', message: result.message })
    }
  }
  log('calls-interrupted', { count: left.length })
}
