import type { ProcessHandle } from '@poundlock/spec'
import { describeExit, type ProcessResult } from '../process-result.ts'
import { supervise } from '../supervise.ts'
import { readProcessRow } from '../tree/process-table.ts'
import type { JobFolder } from './job-folder.ts'
import { createJobLog } from './job-log.ts'
import type { JobOrder, JobResult, JobState } from './job.ts'

/** A job that was started. */
export interface StartedJob {
  readonly handle: ProcessHandle
  /** Milliseconds until it is ended. Default: none. */
  readonly timeoutMs?: number
  /** For one that has a terminal. */
  resize?(columns: number, rows: number): void
  /** Told how it went before anybody else is; a run is recorded here. What it throws is kept with the job. */
  ended?(result: ProcessResult): Promise<unknown>
}

/** A job that the host runs. */
export interface RunningJob {
  /** Settles when its end is on disk. */
  readonly done: Promise<void>
  /** Ends it: it is asked to at first, and killed when it does not. */
  end(): void
  signal(signal: 'SIGINT' | 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): void
  /** False when it reads nothing, or no more. */
  write(bytes: Uint8Array, end: boolean): boolean
  /** False when it has no terminal. */
  resize(columns: number, rows: number): boolean
}

export interface RunJobOptions {
  readonly folder: JobFolder
  /** Who runs it, for its state. */
  readonly host: string
  readonly maxLogBytes: number
  readonly start: (order: JobOrder) => Promise<StartedJob>
}

/** Starts a job and sees it through. `started` settles when it runs, or could not be started. */
export function runJob(
  order: JobOrder,
  options: RunJobOptions,
): { readonly job: RunningJob; readonly started: Promise<void> } {
  const { folder } = options
  const controller = new AbortController()
  let running: StartedJob | undefined
  folder.create(order)
  folder.setState(order.id, { phase: 'starting', host: options.host })

  const begin = async (): Promise<() => Promise<void>> => {
    const log = await createJobLog(folder.logPath(order.id), options.maxLogBytes)
    const started = await options.start(order).catch(async (error: unknown) => {
      await log.close()
      throw error
    })
    running = started
    const state = runningState(started.handle.pid, options.host)
    folder.setState(order.id, state)
    return async () => {
      const result = await supervise(started.handle, {
        ...(started.timeoutMs !== undefined && { timeoutMs: started.timeoutMs }),
        abortSignal: controller.signal,
        onOutput: ({ bytes }) => log.write(bytes),
      })
      await log.close()
      const { stdout, stderr, tail, truncated } = result
      folder.setOutput(order.id, { stdout, stderr, tail, truncated })
      const problem = await recorded(started, result)
      folder.setState(order.id, {
        ...state,
        phase: 'ended',
        endedAt: Date.now(),
        result: resultOf(result, log.complete, problem),
      })
    }
  }
  const begun = begin()
  const done = begun
    .then((seeThrough) => seeThrough())
    .catch((error: unknown) => {
      const result = failedResult(error)
      folder.setState(order.id, { phase: 'ended', host: options.host, endedAt: Date.now(), result })
    })
  const job: RunningJob = {
    done,
    end: () => controller.abort(),
    signal: (signal) => running?.handle.kill(signal),
    write(bytes, end) {
      const stdin = running?.handle.stdin ?? null
      if (stdin === null) return false
      try {
        if (bytes.length > 0) stdin.write(bytes)
        if (end) stdin.end()
        return true
      } catch {
        return false
      }
    },
    resize(columns, rows) {
      running?.resize?.(columns, rows)
      return running?.resize !== undefined
    },
  }
  return { job, started: begun.then(() => {}).catch(() => done) }
}

function runningState(pid: number | undefined, host: string): JobState {
  const pidStart = pid === undefined ? undefined : readProcessRow(pid)?.startTime
  return {
    phase: 'running',
    host,
    startedAt: Date.now(),
    ...(pid !== undefined && { pid }),
    ...(pidStart !== undefined && { pidStart }),
  }
}

/** Why the end of a job could not be recorded; `undefined` when it was. */
async function recorded(started: StartedJob, result: ProcessResult): Promise<string | undefined> {
  try {
    await started.ended?.(result)
    return undefined
  } catch (error) {
    return `its end could not be recorded: ${messageOf(error)}`
  }
}

function resultOf(result: ProcessResult, logComplete: boolean, problem: string | undefined): JobResult {
  const { exitCode, signal, reason, interrupted, exitText, truncated, outputOpen, durationMs, error } = result
  const message = problem ?? error?.message
  return {
    exitCode,
    signal,
    reason,
    interrupted,
    exitText,
    truncated,
    outputOpen,
    durationMs,
    logComplete,
    ...(message !== undefined && { message }),
  }
}

function failedResult(error: unknown): JobResult {
  const end = { exitCode: null, signal: null, reason: 'spawn-failed' } as const
  const message = messageOf(error)
  const exitText = describeExit({ ...end, error: { message } })
  const nothing = { interrupted: false, truncated: false, outputOpen: false, durationMs: 0 }
  return { ...end, ...nothing, exitText, logComplete: true, message }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
