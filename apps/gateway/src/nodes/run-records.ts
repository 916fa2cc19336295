import type { RunEndData, RunStartData } from '@poundlock/audit'
import type { ParamsOf, RunOutcome } from '@poundlock/protocol'
import { RUN_OUTCOME_UNKNOWN, type CallEnd, type RunReport } from '@poundlock/runtime'
import { PoundlockError, visibleText } from '@poundlock/spec'
import type { NodeCandidate } from './find-node.ts'

/** The record of a command that is sent to a node. */
export const startData = (
  ids: Pick<RunStartData, 'runId' | 'callId' | 'approvedBy'>,
  { id, name }: NodeCandidate,
  { command, env = {} }: ParamsOf<'system.run.prepare'>,
  cwd: string,
): RunStartData => ({
  ...ids,
  file: `node:${name}:${id}`,
  args: [command],
  cwd,
  environment: Object.keys(env).toSorted(),
  sandbox: null,
})

const ENDS = {
  exit: 'exited',
  signal: 'signalled',
  timeout: 'timed-out',
  aborted: 'aborted',
  'spawn-failed': 'not-started',
} as const

/** The record of its end. */
export function endData(
  ids: Pick<RunEndData, 'runId' | 'callId'>,
  { status, exit, message, truncated }: RunOutcome,
): RunEndData {
  if (exit === undefined) {
    const outcome = status === 'unknown' ? 'unknown' : status === 'ran' ? 'exited' : 'not-started'
    return { ...ids, outcome, exitCode: null, signal: null, message }
  }
  const { code, signal, reason, durationMs } = exit
  return { ...ids, outcome: ENDS[reason], exitCode: code, signal, durationMs, truncated }
}

/** The same where the end could not be recorded: the caller still gets how it ended. */
export function unrecordedEnd(end: CallEnd, error: PoundlockError): CallEnd {
  // That it is not known how it ended, or that it was cancelled, says more.
  if (end.error) return end
  const message = `${end.message}\nIts end could not be recorded: ${error.message}`
  return { ...end, status: 'failed', message, error }
}

/** How the call ends that sent it. */
export function callEnd(runId: string, { name }: NodeCandidate, outcome: RunOutcome): CallEnd {
  const { status, message, job } = outcome
  const shown = visibleText(name)
  const run = reportOf(runId, outcome)
  switch (status) {
    case 'unknown':
    case 'cancelled': {
      const code = status === 'unknown' ? RUN_OUTCOME_UNKNOWN : 'NODE_CANCELLED'
      const error = new PoundlockError(`node ${shown}: ${message}`, { code })
      return { status: 'failed', message: error.message, error, runId, ...(run && { run }) }
    }
    case 'ran': {
      const goesOn = `it goes on in the background of ${shown} as ${job}; process of that node looks after it`
      return { status, message: job === undefined ? message : goesOn, runId, ...(run && { run }) }
    }
    default:
      return { status, message: `node ${shown}: ${message}`, ...(run && { run, runId }) }
  }
}

function reportOf(runId: string, { exit, stdout, stderr, tail, truncated }: RunOutcome): RunReport | null {
  if (exit === undefined) return null
  const { code, signal, reason, text, durationMs } = exit
  return {
    runId,
    stdout,
    stderr,
    tail,
    exitCode: code,
    signal,
    reason,
    exitText: text,
    interrupted: reason === 'timeout' || reason === 'aborted',
    truncated,
    outputOpen: false,
    durationMs,
    denials: [],
  }
}
