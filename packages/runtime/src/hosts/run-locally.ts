import type { Jobs } from '@poundlock/process/jobs'
import { redactSecrets } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'
import type { CallContext } from '../call/call-context.ts'
import type { CallOptions } from '../call/call-options.ts'
import type { RunReport } from '../call/outcome.ts'
import type { CallEnd } from '../call/prepared-call.ts'
import { releaseOutput } from '../call/release-output.ts'
import { runMessage } from '../run/run-message.ts'
import type { RunOptions } from '../run/run-planned-line.ts'
import { YIELD } from '../run/yield.ts'
import type { RuntimeOptions } from '../runtime-options.ts'
import type { ExecOrder } from './exec-host.ts'

/** Runs a decided line on this machine: here as long as it is waited for, else as a job. */
export async function runLocally(
  order: ExecOrder,
  options: RuntimeOptions & Pick<RunOptions, 'askEgress'>,
): Promise<CallEnd> {
  const { input, context, runId, timeoutMs } = order
  // The process that runs jobs cannot ask a person: a command that may ask is waited for, unless it is to run in the background.
  const asks = options.askEgress !== undefined && input.background !== true
  const background = asks ? null : backgroundOf(input, context, order.options, options)
  if (background === null) {
    // Loaded when something runs: what only decides starts faster without it.
    const { runPlannedLine } = await import('../run/run-planned-line.ts')
    return runEnd(await runPlannedLine(order, options), timeoutMs)
  }
  const [{ planWork }, { runAsJob }] = await Promise.all([
    import('../run/run-planned-line.ts'),
    import('../run/run-as-job.ts'),
  ])
  const { agent, session } = context
  const { abortSignal, onOutput } = order.options
  const work = planWork({ ...order, options: { ...order.options, stdin: background.stdin } }, options)
  await order.noted
  const report = await runAsJob(
    { ...work, ...(input.pty === true && { terminal: TERMINAL }) },
    { ...background, title: redactSecrets(input.command), agent, session, ...(abortSignal && { abortSignal }) },
  )
  if ('run' in report) {
    await releaseOutput(report.run, onOutput)
    return runEnd(report.run, timeoutMs)
  }
  const message = `it goes on in the background as ${report.job.id}; process looks after it`
  return { status: 'ran', message, job: report.job, runId }
}

const TERMINAL = { columns: 120, rows: 30 } as const

/** Whether the caller may use `process` later: without that, a command gets no background and no terminal. */
export function mayLookAfter(
  { agent, session, workspace, cwd }: CallContext,
  { policy, userHome: home }: RuntimeOptions,
): boolean {
  const where = { agent, session, workspace, cwd, home, interactive: false }
  return policy.decide({ tool: 'process', requiredPermission: 'read-only', context: where }).decision !== 'deny'
}

/** How long to wait before the command goes on in the background; `null` where it is waited for to its end. */
function backgroundOf(
  { background = false, pty = false, yieldMs = YIELD.usual }: ExecInput,
  context: CallContext,
  { onOutput, stdin }: CallOptions,
  options: RuntimeOptions,
): { readonly jobs: Jobs; readonly yieldMs: number; readonly stdin: 'pipe' | 'ignore' } | null {
  const { jobs } = options
  // A caller that reads output or writes input waits for the end; only a job has a terminal.
  const isFollowed = onOutput !== undefined || (stdin !== undefined && stdin !== 'ignore')
  if (!jobs || (isFollowed && !background && !pty)) return null
  if (!mayLookAfter(context, options)) return null
  const wait = background ? 0 : Math.min(Math.max(yieldMs, YIELD.least), YIELD.most)
  return { jobs, yieldMs: wait, stdin: background || pty ? 'pipe' : 'ignore' }
}

function runEnd(run: RunReport, timeoutMs: number): CallEnd {
  if (run.unrecorded === undefined) {
    return { status: 'ran', message: runMessage(run, timeoutMs), run, runId: run.runId }
  }
  const { message } = run.unrecorded
  return {
    status: 'failed',
    message: `the command ran (${run.exitText}), but its end could not be recorded: ${message}`,
    run,
    runId: run.runId,
    error: run.unrecorded,
  }
}
