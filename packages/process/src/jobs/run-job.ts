import { setTimeout as wait } from 'node:timers/promises'
import { PoundlockError, type ProcessHandle } from '@poundlock/spec'
import { ProcessError } from '../process-error.ts'
import { describeExit, type ProcessResult } from '../process-result.ts'
import { supervise } from '../supervise.ts'
import { readChannels, readProcessRow } from '../tree/process-table.ts'
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
  /**
   * Told how it went before anybody else is; a run is recorded here. What it answers (JSON) is kept with the result as
   * `notes`, and what it throws as its `message`.
   */
  ended?(result: ProcessResult): Promise<unknown>
  /** Told that nobody knows how it went, as it could not be watched to its end. */
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
  /** Whoever asked for it and gives up before it is started, as a host was stopped for a while, may ask anew. */
  readonly signal?: AbortSignal
}

/** Starts a job and sees it through. `started` settles when it runs, or could not be started. */
export function runJob(
  order: JobOrder,
  options: RunJobOptions,
): { readonly job: RunningJob; readonly started: Promise<void> } {
  const { folder, keep = (work) => work } = options
  const controller = new AbortController()
  let running: StartedJob | undefined
  try {
    folder.create({ ...order, work: keep(order.work) })
    folder.setState(order.id, { phase: 'starting', host: options.host })
  } catch (error) {
    folder.remove(order.id)
    throw error
  }

  const begin = async (): Promise<() => Promise<void>> => {
    const log = await createJobLog(folder.logPath(order.id), options.maxLogBytes)
    const started = await (options.signal?.aborted === true ? givenUp() : options.start(order)).catch(
      async (error: unknown) => {
        await log.close()
        throw error
      },
    )
    running = started
    const state = runningState(started.handle.pid, options.host)
    try {
      folder.setState(order.id, state)
    } catch (error) {
      // Should this host be killed, nobody would find what is not on disk.
      started.handle.kill('SIGKILL')
      throw error
    }
    return async () => {
      const result = await supervise(started.handle, {
        ...(started.timeoutMs !== undefined && { timeoutMs: started.timeoutMs }),
        abortSignal: controller.signal,
        onOutput: ({ bytes }) => log.write(bytes),
      })
      await log.close()
      const { stdout, stderr, tail, truncated } = result
      const end = await endOf(started, result)
      const endedAt = Date.now()
      await untilKept(() => {
        folder.setOutput(order.id, { stdout, stderr, tail, truncated })
        folder.setState(order.id, { ...state, phase: 'ended', endedAt, result: resultOf(result, log.complete, end) })
      })
    }
  }
  const begun = begin()
  const done = begun
    .then((seeThrough) => seeThrough())
    .catch(async (error: unknown) => {
      await running?.lost?.(error).catch(() => {})
      const end = { phase: 'ended', host: options.host, endedAt: Date.now(), result: failedResult(error) } as const
      await untilKept(() => folder.setState(order.id, end))
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
    get unread() {
      return running?.handle.stdin?.writableLength ?? 0
    },
    resize(columns, rows) {
      running?.resize?.(columns, rows)
      return running?.resize !== undefined
    },
  }
  return { job, started: begun.then(() => {}).catch(() => done) }
}

/** How long a disk that is full is left alone. */
const FULL_DISK_MS = 500

/** Writes the end of a job, as soon as there is room for it; never, where its folder is gone. */
async function untilKept(write: () => void): Promise<void> {
  for (;;) {
    try {
      return write()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      await wait(FULL_DISK_MS)
    }
  }
}

const givenUp = () =>
  Promise.reject(new ProcessError('Whoever asked for it gave up before it was started.', { code: 'PROCESS_JOB' }))

function runningState(pid: number | undefined, host: string): JobState {
  const pidStart = pid === undefined ? undefined : readProcessRow(pid)?.startTime
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
