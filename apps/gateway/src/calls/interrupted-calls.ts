import { join } from 'node:path'
import { readAuditTail } from '@poundlock/audit/node'
import type { CallLedger, LedgerEntry } from '@poundlock/ledger'
import type { CallResult } from '@poundlock/protocol'
import type { SessionStore } from '../sessions/session-store.ts'
import { unknownResult } from './call-result.ts'

/** What was being done when the gateway was killed is looked for among so many last records. */
const RECENT = 5000

/** What the records of this machine say of a call. */
interface RecordedCall {
  hasStarted: boolean
  exit?: string
}

/**
 * Finds out, before anything else is done, how the calls went that an earlier run of the gateway left while they ran. What
 * is certain not to have run is given back: the same key begins it anew. Everything else is `unknown`, with what is known
 * of it, and never runs again.
 */
export async function settleInterrupted(
  ledger: CallLedger<CallResult>,
  sessions: SessionStore,
  stateFolder: string,
  now: () => number,
): Promise<number> {
  const left = ledger.interrupted()
  if (left.length === 0) return 0
  const records = await recordsOf(left, join(stateFolder, 'audit'))
  for (const entry of left) {
    const { callId, runId, startedAt } = entry
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
  return left.length
}

/** `null` where the records cannot be read, or do not go back far enough to be sure. */
async function recordsOf(left: readonly LedgerEntry[], folder: string): Promise<Map<string, RecordedCall> | null> {
  const wanted = new Set(left.map(({ callId }) => callId))
  const found = new Map<string, RecordedCall>()
  let count = 0
  try {
    for await (const { record } of readAuditTail(folder, RECENT)) {
      count++
      // A line that is no record may have been the one that is looked for.
      if (record === null) return null
      const data = record.data as {
        readonly callId?: string
        readonly outcome?: string
        readonly exitCode?: number | null
      }
      if (data.callId === undefined || !wanted.has(data.callId)) continue
      const known = found.get(data.callId) ?? { hasStarted: false }
      if (STARTS.has(record.type)) known.hasStarted = true
      if (ENDS.has(record.type) && data.outcome !== 'unknown') {
        const code = typeof data.exitCode === 'number' ? `, exit code ${data.exitCode}` : ''
        known.exit = `${data.outcome}${code}`
      }
      found.set(data.callId, known)
    }
  } catch {
    return null
  }
  return count < RECENT ? found : new Map([...wanted].map((id) => [id, found.get(id) ?? { hasStarted: true }]))
}

const STARTS: ReadonlySet<string> = new Set(['run-start', 'tool-start', 'try-start'])
const ENDS: ReadonlySet<string> = new Set(['run-end', 'tool-end'])
