import { setTimeout as wait } from 'node:timers/promises'
import { PoundlockError, type ProcessHandle } from '@poundlock/spec'
import { readProcessStat, StateFileError } from '@poundlock/state-files/node'
import { ProcessError } from '../process-error.ts'
import { describeExit, type ProcessResult } from '../process-result.ts'
import { supervise } from '../supervise.ts'
import { readChannels } from '../tree/process-table.ts'
import type { JobFolder } from './job-folder.ts'
import { createJobLog, type JobLog } from './job-log.ts'
import type { JobOrder, JobResult, JobState } from './job.ts'

/** A job that was started. */
export interface StartedJob {
  /** The process, for input, output and its end. */
  readonly handle: ProcessHandle
  /** Milliseconds until it is ended. Default: none. */
  readonly timeoutMs?: number
  /** For one that has a terminal. */
  resize?(columns: number, rows: number): void
  /**
   * Called first with the result, to record the run. Its return value (JSON) is stored with the result as `notes`, and
   * its error as `message`.
   */
  ended?(result: ProcessResult): Promise<unknown>
  /** Called when the end is unknown, as the process could not be watched to its end. */
  lost?(error: unknown): Promise<unknown>
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
  /** Bytes that were written and that it has not read yet. */
  readonly unread: number
  /** False when it has no terminal. */
  resize(columns: number, rows: number): boolean
}

export interface RunJobOptions {
  readonly folder: JobFolder
  /** Who runs it, for its state. */
  readonly host: string
  readonly maxLogBytes: number
  /** What of the work of an order is kept on disk. Default: all. */
  readonly keep?: ((work: unknown) => unknown) | undefined
  readonly start: (order: JobOrder) => Promise<StartedJob>
  /** The client may give up before the start and ask again, as when a host was stopped for a while. */
  readonly signal?: AbortSignal
}

/** Starts a job and sees it through. `started` settles when it runs, or could not be started. */
export function runJob(
  order: JobOrder,
  options: RunJobOptions,
): { readonly job: RunningJob; readonly started: Promise<void> } {
  const run = new JobRun(order, options)
  const begun = run.begin()
  const done = begun.then((seeThrough) => seeThrough()).catch((error: unknown) => run.fail(error))
  return { job: jobOf(run, done), started: begun.then(() => {}).catch(() => done) }
}

/** One job, from its order to its end on disk. */
class JobRun {
  readonly #order: JobOrder
  readonly #options: RunJobOptions
  readonly #controller = new AbortController()
  #started: StartedJob | undefined

  constructor(order: JobOrder, options: RunJobOptions) {
    this.#order = order
    this.#options = options
    const { folder, host, keep = (work) => work } = options
    try {
      folder.create({ ...order, work: keep(order.work) })
      folder.setState(order.id, { phase: 'starting', host })
    } catch (error) {
      folder.remove(order.id)
      throw error
    }
  }

  /** `undefined` until it is started. */
  get started(): StartedJob | undefined {
    return this.#started
  }

  end(): void {
    this.#controller.abort()
  }

  /** Starts it; the returned function waits for its end, and stores that. */
  async begin(): Promise<() => Promise<void>> {
    const { folder, host, maxLogBytes, signal, start } = this.#options
    const { id } = this.#order
    const log = await createJobLog(folder.logPath(id), maxLogBytes)
    const started = await (signal?.aborted === true ? givenUp() : start(this.#order)).catch(async (error: unknown) => {
      await log.close()
      throw error
    })
    this.#started = started
    const state = runningState(started.handle.pid, host)
    try {
      folder.setState(id, state)
    } catch (error) {
      // If this host were killed, a job that is not on disk would not be found.
      started.handle.kill('SIGKILL')
      throw error
    }
    return () => this.#seeThrough(started, log, state)
  }

  async #seeThrough(started: StartedJob, log: JobLog, state: JobState): Promise<void> {
    const { folder } = this.#options
    const { id } = this.#order
    const result = await supervise(started.handle, {
      ...(started.timeoutMs !== undefined && { timeoutMs: started.timeoutMs }),
      abortSignal: this.#controller.signal,
      onOutput: ({ bytes }) => log.write(bytes),
    })
    await log.close()
    const { stdout, stderr, tail, truncated } = result
    const end = await endOf(started, result)
    const endedAt = Date.now()
    await retryUntilWritten(() => {
      folder.setOutput(id, { stdout, stderr, tail, truncated })
      folder.setState(id, { ...state, phase: 'ended', endedAt, result: resultOf(result, log.complete, end) })
    })
  }

  /** Writes down that it could not be started, or watched to its end. */
  async fail(cause: unknown): Promise<void> {
    const { folder, host } = this.#options
    await this.#started?.lost?.(cause).catch(() => {})
    const end = { phase: 'ended', host, endedAt: Date.now(), result: failedResult(cause) } as const
    await retryUntilWritten(() => folder.setState(this.#order.id, end))
  }
}

const jobOf = (run: JobRun, done: Promise<void>): RunningJob => ({
  done,
  end: () => run.end(),
  signal: (signal) => run.started?.handle.kill(signal),
  write(bytes, end) {
    const stdin = run.started?.handle.stdin ?? null
    if (stdin === null) return false
    try {
      if (bytes.length > 0) stdin.write(bytes)
      if (end) stdin.end()
      return true
    } catch {
      return false
    }
  },
  get unread() {
    return run.started?.handle.stdin?.writableLength ?? 0
  },
  resize(columns, rows) {
    run.started?.resize?.(columns, rows)
    return run.started?.resize !== undefined
  },
})

/** How long a disk that is full is left alone. */
const FULL_DISK_MS = 500

/** Writes the end of a job, as soon as there is room for it; never, where its folder is gone. */
async function retryUntilWritten(write: () => void): Promise<void> {
  for (;;) {
    try {
      return write()
    } catch (error) {
      if (error instanceof StateFileError && error.details['errno'] === 'ENOENT') return
      await wait(FULL_DISK_MS)
    }
  }
}

const givenUp = () =>
  Promise.reject(new ProcessError('The caller gave it up before it was started.', { code: 'PROCESS_JOB' }))

function runningState(pid: number | undefined, host: string): JobState {
  const pidStart = pid === undefined ? undefined : readProcessStat(pid)?.startTime
  return {
    phase: 'running',
    host,
    startedAt: Date.now(),
    ...(pid !== undefined && { pid }),
    ...(pid !== undefined && pidStart !== undefined && { pidStart, channels: readChannels(pid, [0, 1, 2]) }),
  }
}

type End = Pick<JobResult, 'notes' | 'message'>

async function endOf(started: StartedJob, result: ProcessResult): Promise<End> {
  try {
    const notes = await started.ended?.(result)
    return notes === undefined ? {} : { notes }
  } catch (error) {
    return { message: `its end could not be recorded: ${messageOf(error)}` }
  }
}

function resultOf(result: ProcessResult, logComplete: boolean, end: End): JobResult {
  const { exitCode, signal, reason, interrupted, exitText, truncated, outputOpen, durationMs, error } = result
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
    ...(error && { message: error.message, ...kindOf(error) }),
    ...end,
  }
}

function failedResult(error: unknown): JobResult {
  const end = { exitCode: null, signal: null, reason: 'spawn-failed' } as const
  const message = messageOf(error)
  const exitText = describeExit({ ...end, error: { message } })
  const nothing = { interrupted: false, truncated: false, outputOpen: false, durationMs: 0 }
  return { ...end, ...nothing, exitText, logComplete: true, message, ...kindOf(error) }
}

function kindOf(error: unknown): Pick<JobResult, 'code' | 'remedy'> {
  if (!PoundlockError.isInstance(error)) return {}
  return { code: error.code, ...(error.remedy !== undefined && { remedy: error.remedy }) }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
