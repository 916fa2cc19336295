import type { LedgerEntry } from '@poundlock/ledger'
import type { CallResult, RunOutcome } from '@poundlock/protocol'
import { RUN_OUTCOME_UNKNOWN, type CallOutcome } from '@poundlock/runtime'
import { firstBytes } from './call-output.ts'

/** Bytes of a command's output in a result. */
const MOST_OUTPUT = 200_000
const MARK = '\n… (truncated)'

export interface ResultSource {
  readonly callId: string
  readonly key: string
  readonly session: string
  readonly tool: string
}

export interface ResultTimes {
  readonly startedAt: number | null
  readonly endedAt: number
  /** Bytes that the command wrote. */
  readonly outputBytes: number
  readonly isCancelled: boolean
}

/** How a call ended, as it is recorded and told to everybody who asks. */
export function callResult(call: ResultSource, outcome: CallOutcome, times: ResultTimes): CallResult {
  const { run, runId, decision, approval, job, notes, withheld } = outcome
  const shown = withheld === null ? contentOf(outcome) : { content: [], bytes: 0 }
  const omittedBytes = run === null || withheld !== null ? 0 : Math.max(0, times.outputBytes - shown.bytes)
  const hasRun = times.startedAt !== null
  return {
    callId: call.callId,
    key: call.key,
    session: call.session,
    tool: outcome.tool.slice(0, 128),
    status: statusOf(outcome, times.isCancelled),
    message: [outcome.message, ...notes].filter((line) => line !== '').join('\n'),
    content: shown.content,
    ...(run &&
      withheld === null && {
        exit: {
          code: run.exitCode,
          signal: run.signal,
          timedOut: run.reason === 'timeout',
        },
      }),
    ...(hasRun && runId !== null && { runId }),
    ...(decision && { decision: decision.decision }),
    reasons: (decision?.reasons ?? []).map(({ code, message, layer, rule, source }) => ({
      code,
      message,
      layer,
      ...(rule !== undefined && { rule }),
      ...(source !== undefined && { source }),
    })),
    ...(approval && { approval: { ...approval } }),
    ...(omittedBytes > 0 && { omittedBytes }),
    ...(job && { job: job.id }),
    ...(times.startedAt !== null && { startedAt: times.startedAt }),
    endedAt: times.endedAt,
  }
}

/** What was cancelled is said to be, unless it was done before that could have had an effect. */
function statusOf({ status, run, error }: CallOutcome, isCancelled: boolean): CallResult['status'] {
  if (error?.code === RUN_OUTCOME_UNKNOWN) return 'unknown'
  if (error?.code === 'NODE_CANCELLED') return 'cancelled'
  const wasEnded = status === 'unapproved' || run?.reason === 'aborted' || (status === 'failed' && run === null)
  return isCancelled && wasEnded ? 'cancelled' : status
}

function contentOf({ run, output, status }: CallOutcome): { content: CallResult['content']; bytes: number } {
  if (status !== 'ran' && run === null) return { content: [], bytes: 0 }
  if (run === null) return { content: (output?.content ?? []).map((part) => ({ ...part })), bytes: 0 }
  const stdout = bounded(run.stdout, MOST_OUTPUT)
  const stderr = bounded(run.stderr, MOST_OUTPUT - Buffer.byteLength(stdout))
  const content = [stdout, stderr].filter((text) => text !== '').map((text) => ({ type: 'text' as const, text }))
  return { content, bytes: Buffer.byteLength(stdout) + Buffer.byteLength(stderr) }
}

function bounded(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  return most > MARK.length + 2 ? `${firstBytes(text, most - Buffer.byteLength(MARK))}${MARK}` : ''
}

/** The result of a call that a restart interrupted while it ran. */
export function unknownResult(
  call: ResultSource,
  known: {
    readonly runId: string | null
    readonly startedAt: number | null
    readonly endedAt: number
    readonly tail: string | null
    readonly exit?: string
  },
): CallResult {
  const { runId, startedAt, endedAt, tail, exit } = known
  const lines = [
    'The gateway was killed while this ran: it may have been done, in part or whole, and nothing will do it again.',
    ...(exit === undefined ? [] : [`Its records say: ${exit}.`]),
    ...(tail === null ? [] : [`The end of its output:\n${tail}`]),
  ]
  return {
    callId: call.callId,
    key: call.key,
    session: call.session,
    tool: call.tool,
    status: 'unknown',
    message: lines.join('\n'),
    content: [],
    ...(runId !== null && { runId }),
    reasons: [],
    ...(startedAt !== null && { startedAt }),
    endedAt,
  }
}

/** The result of a call whose node said how it went after nobody waited for it any more. */
export function lateResult(
  { callId, key, session, tool, runId, startedAt }: ResultSource & Pick<LedgerEntry, 'runId' | 'startedAt'>,
  outcome: RunOutcome,
): CallResult {
  const { status, message, exit, stdout, stderr, truncated, endedAt, job } = outcome
  const content = [stdout, stderr].filter((text) => text !== '').map((text) => ({ type: 'text' as const, text }))
  return {
    callId,
    key,
    session,
    tool,
    status,
    message: truncated ? `${message}\n(output is truncated)` : message,
    content,
    ...(exit && { exit: { code: exit.code, signal: exit.signal, timedOut: exit.reason === 'timeout' } }),
    ...(runId !== null && { runId }),
    reasons: outcome.reasons.map((reason) => ({ ...reason })),
    ...(job !== undefined && { job }),
    ...(startedAt !== null && { startedAt }),
    endedAt,
  }
}

/** So many characters of a message are kept longer than the result. */
const BRIEF_MESSAGE = 500

/** How a call ended, without its content. */
export const briefResult = (result: CallResult): CallResult => ({
  ...result,
  message: result.message.slice(0, BRIEF_MESSAGE),
  content: [],
  reasons: [],
})
