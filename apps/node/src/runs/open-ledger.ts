import { join } from 'node:path'
import { CallLedger, type LedgerEntry, type LedgerLimits } from '@poundlock/ledger'
import { tracesOfCalls } from '@poundlock/local-host'
import { GatewayError, type RunOutcome } from '@poundlock/protocol'
import { NodeError } from '../node-error.ts'
import { readNodeStatus } from '../status-file.ts'

export type RunLedger = CallLedger<RunOutcome>
export type RunEntry = LedgerEntry<RunOutcome>

const BRIEF_MESSAGE = 500

/** How a run ended, without its output. */
const brief = (outcome: RunOutcome): RunOutcome => ({
  ...outcome,
  message: outcome.message.slice(0, BRIEF_MESSAGE),
  stdout: '',
  stderr: '',
  tail: '',
  truncated: outcome.truncated || outcome.stdout !== '' || outcome.stderr !== '',
  reasons: [],
})

/**
 * Opens the ledger of this machine, which one node holds at a time, however it is stopped. What an earlier run of the
 * node left is settled first.
 *
 * @throws NodeError `NODE_BUSY`; GatewayError `RECORD_FAILED`; StateFileError
 */
export async function openRunLedger(
  stateFolder: string,
  now: () => number,
  limits: Partial<LedgerLimits> = {},
): Promise<RunLedger> {
  const ledger = openAlone(stateFolder, now, limits)
  try {
    await settleInterrupted(ledger, stateFolder, now)
  } catch (error) {
    ledger.close()
    throw error
  }
  return ledger
}

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html#busy */
const BUSY = 5

function openAlone(stateFolder: string, now: () => number, limits: Partial<LedgerLimits>): RunLedger {
  const folder = join(stateFolder, 'node')
  try {
    return new CallLedger<RunOutcome>({ ...limits, folder, isAlone: true, now, brief })
  } catch (error) {
    if (!(error instanceof GatewayError) || error.details['sqlite'] !== BUSY) throw error
    const file = join(folder, 'calls.sqlite')
    throw new NodeError(`${file} is held by another node: ${holderOf(stateFolder)}`, {
      code: 'NODE_BUSY',
      remedy: 'Use that one (poundlock node status), or end it.',
      cause: error,
    })
  }
}

/** Who says to be the node that runs here. */
function holderOf(stateFolder: string): string {
  try {
    const status = readNodeStatus(stateFolder)
    if (status) return `process ${status.pid}`
  } catch {
    // A status that cannot be trusted names no process.
  }
  return 'a process that has not said which one it is'
}

/** What is certain not to have started is given back; everything else is `unknown`, with what is known of it. */
async function settleInterrupted(ledger: RunLedger, stateFolder: string, now: () => number): Promise<void> {
  const left = ledger.interrupted()
  if (left.length === 0) return
  const recorded = await tracesOfCalls(
    left.map(({ callId }) => callId),
    join(stateFolder, 'audit'),
  )
  for (const entry of left) {
    const known = recorded?.get(entry.callId)
    // Nothing is started that was not recorded before.
    if (recorded !== null && known?.hasStarted !== true) await ledger.giveBack(entry.callId)
    else await ledger.finish(entry.callId, unknownOutcome(entry, ledger.tailOf(entry.callId), known?.exit, now()))
  }
}

function unknownOutcome(
  { runId, startedAt }: RunEntry,
  tail: string | null,
  exit: string | undefined,
  endedAt: number,
): RunOutcome {
  const lines = [
    'The node was killed while this ran: it may have been done, in part or whole, and nothing will do it again.',
    ...(exit === undefined ? [] : [`The records of the node say: ${exit}.`]),
  ]
  return {
    status: 'unknown',
    message: lines.join('\n'),
    stdout: '',
    stderr: '',
    tail: tail ?? '',
    truncated: true,
    reasons: [],
    ...(runId !== null && { record: runId }),
    ...(startedAt !== null && { startedAt }),
    endedAt,
  }
}
