import type { ProcessResult } from '@poundlock/process'
import type { Job, Jobs, StartedJob } from '@poundlock/process/jobs'
import { PoundlockError } from '@poundlock/spec'
import type { JobReport, RunReport } from '../call/outcome.ts'
import { withoutSecrets } from '../call/records.ts'
import { startWork, type RunWork, type WorkEnd, type WorkOptions } from './run-work.ts'
import { unknownEnd } from './unknown-end.ts'

export interface JobOrderOptions {
  readonly jobs: Jobs
  /** For lists. */
  readonly title: string
  readonly agent: string
  readonly session: string
  /** Milliseconds to wait for its end. */
  readonly yieldMs: number
  readonly abortSignal?: AbortSignal
}

/** Has a run started by the host of jobs; it is the call's own as long as the call waits for it. */
export async function runAsJob(
  work: RunWork,
  { jobs, title, agent, session, yieldMs, abortSignal }: JobOrderOptions,
): Promise<{ readonly run: RunReport } | { readonly job: JobReport }> {
  // A command in the background from its start belongs to no call.
  const { id } = await jobs.start({ title, agent, session, work }, { isOwn: yieldMs > 0 })
  let job = await jobs.wait(id, yieldMs, abortSignal)
  if (abortSignal?.aborted === true && isOn(job)) {
    await jobs.end(id).catch(() => {})
    job = await jobs.wait(id, 60_000)
  }
  if (job === null) throw lostJob(id)
  if (isOn(job)) {
    if (yieldMs > 0) await jobs.release(id)
    return { job: { id, log: job.log, waitedMs: yieldMs } }
  }
  const run = reportOf(jobs, job, work.runId)
  // A sandbox that could not start anything has not run anything.
  if (run.reason === 'spawn-failed' && run.error?.code.startsWith('SANDBOX_') === true) {
    await jobs.remove(id).catch(() => {})
    throw run.error
  }
  // A command for the background stays a job, however quickly it ends: its caller expects an id and, later, its end.
  if (yieldMs === 0) return { job: { id, log: job.log, waitedMs: 0 } }
  // Output that the result has in full need not be kept; the rest stays in the log.
  if (run.spillFile === undefined) await jobs.remove(id).catch(() => {})
  else await jobs.notice(id).catch(() => {})
  return { run }
}

const isOn = (job: Job | null): boolean => job?.phase === 'running' || job?.phase === 'starting'

/** The report of a job that has ended, as if it had been run here. */
function reportOf(jobs: Jobs, job: Job, runId: string): RunReport {
  const { result } = job
  if (!result) throw lostJob(job.id)
  const { stdout = '', stderr = '', tail = '' } = jobs.output(job.id) ?? {}
  const { notes, logComplete, message, code = 'PROCESS_JOB', remedy, ...rest } = result
  const { denials = [], unrecorded } = (notes ?? {}) as Partial<JobNotes>
  const error =
    message === undefined ? undefined : new PoundlockError(message, { code, ...(remedy !== undefined && { remedy }) })
  return {
    ...rest,
    runId,
    stdout,
    stderr,
    tail,
    denials,
    ...(result.truncated && { spillFile: job.log, spillComplete: logComplete }),
    ...(error && { error }),
    ...(unrecorded !== undefined && { unrecorded: new PoundlockError(unrecorded, { code: 'AUDIT_WRITE' }) }),
  }
}

interface JobNotes {
  readonly denials: WorkEnd['denials']
  readonly unrecorded?: string
}

const lostJob = (id: string) => unknownEnd(`the process that ran its job ${id} was killed`)

/**
 * The stored work of a job that was handed to the host, for `serveJobs({ keep: storedWork })`: without environment and
 * arguments, which can hold secrets and are not needed any more.
 */
export function storedWork(work: unknown): unknown {
  const { runId, callId, approvedBy, containment, command } = work as RunWork
  return { runId, callId, approvedBy, containment, command: { file: command.file, cwd: command.cwd } }
}

/** Starts the work of a job, in the host: `serveJobs({ start: (order) => startJobWork(order.work, …) })`. */
export async function startJobWork(work: unknown, options: WorkOptions): Promise<StartedJob> {
  const order = work as RunWork
  const started = await startWork(order, { ...options, record: withoutSecrets(options.record) })
  const { handle } = started
  return {
    handle,
    // In JSON, infinity is null.
    ...(Number.isFinite(order.timeoutMs) && { timeoutMs: order.timeoutMs }),
    ...(started.resize && { resize: (columns, rows) => started.resize?.(columns, rows) }),
    async ended(result: ProcessResult): Promise<JobNotes> {
      const { denials, unrecorded } = await started.ended(result)
      await started.close()
      return { denials, ...(unrecorded && { unrecorded: unrecorded.message }) }
    },
    async lost(error) {
      await started.lost(error)
      await started.close()
    },
  }
}
