import { MOST_RUN_OUTPUT, type RunOutcome } from '@poundlock/protocol'
import { RUN_OUTCOME_UNKNOWN, type CallOutcome } from '@poundlock/runtime'

const MARK = '… (truncated)'
const MOST_MESSAGE = 20_000
const MOST_REASONS = 100

export interface RunTimes {
  readonly startedAt: number | null
  readonly endedAt: number
  readonly isCancelled: boolean
}

/** How a command ended here, as the ledger keeps it and the gateway is told. */
export function runOutcome(outcome: CallOutcome, { startedAt, endedAt, isCancelled }: RunTimes): RunOutcome {
  const { run, decision, runId, job, notes } = outcome
  const isShown = run !== null && outcome.withheld === null
  const stdout = isShown ? bounded(run.stdout) : { text: '', isCut: false }
  const stderr = isShown ? bounded(run.stderr) : { text: '', isCut: false }
  return {
    status: statusOf(outcome, isCancelled),
    message: [outcome.message, ...notes]
      .filter((line) => line !== '')
      .join('\n')
      .slice(0, MOST_MESSAGE),
    ...(isShown && {
      exit: {
        code: run.exitCode,
        signal: run.signal,
        reason: run.reason,
        text: run.exitText.slice(0, MOST_MESSAGE),
        durationMs: Math.max(0, run.durationMs),
      },
    }),
    stdout: stdout.text,
    stderr: stderr.text,
    tail: isShown ? run.tail.slice(-MOST_MESSAGE) : '',
    truncated: isShown && (run.truncated || stdout.isCut || stderr.isCut),
    ...(decision && { decision: decision.decision }),
    reasons: shownReasons(decision?.reasons ?? []),
    ...(startedAt !== null && runId !== null && { record: runId }),
    ...(job && { job: job.id }),
    ...(startedAt !== null && { startedAt }),
    endedAt,
  }
}

/** Reasons of a decision, as they go to the gateway. */
export const shownReasons = (reasons: NonNullable<CallOutcome['decision']>['reasons']): RunOutcome['reasons'] =>
  reasons.slice(0, MOST_REASONS).map(({ code, message, layer, rule, source }) => ({
    code,
    message,
    layer,
    ...(rule !== undefined && { rule }),
    ...(source !== undefined && { source }),
  }))

/** What was cancelled is said to be, unless it was done before that could have had an effect. */
function statusOf({ status, run, error }: CallOutcome, isCancelled: boolean): RunOutcome['status'] {
  // What would run is not what the gateway was shown: as good as a refusal, and nothing ran.
  if (error?.code === 'APPROVAL_MISMATCH') return 'denied'
  if (error?.code === RUN_OUTCOME_UNKNOWN) return 'unknown'
  const wasEnded = status === 'unapproved' || run?.reason === 'aborted' || (status === 'failed' && run === null)
  return isCancelled && wasEnded ? 'cancelled' : status
}

function bounded(text: string): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= MOST_RUN_OUTPUT) return { text, isCut: false }
  return { text: `${text.slice(0, MOST_RUN_OUTPUT).toWellFormed()}\n${MARK}`, isCut: true }
}
