import { isGone } from '@poundlock/state-files/node'
import { ProcessError } from '../process-error.ts'
import { HostClient } from './host-client.ts'
import { MAX_INPUT_BYTES } from './host-methods.ts'
import { MAX_MESSAGE_BYTES } from './host-socket.ts'
import { openJobFolder, type JobOutput } from './job-folder.ts'
import { newJobId } from './job-id.ts'
import type { Job, JobOrder } from './job.ts'

/** Where jobs are kept, and how many. */
export interface JobsOptions {
  /** Absolute: the folder that the host serves. */
  readonly folder: string
  /** Starts a host for it: a process of its own, which goes on when this one ends. Called when none answers. */
  readonly launchHost: () => void
  /** Milliseconds that a host may take to start. Default 15 000. */
  readonly launchMs?: number
}

/** How a job is started, and whose it is. */
export interface StartJobOptions {
  /** Whether it ends with this process, however that ends, until it is released. */
  readonly isOwn?: boolean
}

/** Jobs: commands that go on when the process that started them ends. */
export interface Jobs {
  /** @throws ProcessError `PROCESS_NO_HOST`, `PROCESS_JOB` */
  start(order: Omit<JobOrder, 'id' | 'createdAt'>, options?: StartJobOptions): Promise<Job>
  /** Lets a job of our own go on when this process has ended. */
  release(id: string): Promise<void>
  /** Oldest first. A killed host is replaced, so that its jobs are settled before they are listed. */
  list(): Promise<readonly Job[]>
  /** A job by its id; `null` when there is none. */
  get(id: string): Promise<Job | null>
  /** The beginning of both streams apart, of a job that has ended. */
  output(id: string): JobOutput | null
  /** At most `length` bytes of the log from `offset` on. */
  readLog(id: string, offset: number, length: number): Uint8Array
  /** The job once it has ended, or as it is after so many milliseconds. */
  wait(id: string, milliseconds: number, abortSignal?: AbortSignal): Promise<Job | null>
  /** Asks it to end, and kills it when it does not. */
  end(id: string): Promise<void>
  /** Sends a signal to a job. */
  signal(id: string, signal: 'SIGINT' | 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** False when it reads nothing, or no more. */
  write(id: string, bytes: Uint8Array, options?: { readonly end?: boolean }): Promise<boolean>
  /** False when it has no terminal. */
  resize(id: string, columns: number, rows: number): Promise<boolean>
  /** Notes that a client was notified of its end. */
  notice(id: string): Promise<void>
  /** Removes a job that has ended, with its log. */
  remove(id: string): Promise<void>
  /** Ends the connection; the host and its jobs go on. */
  close(): void
}

const DEFAULT_LAUNCH_MS = 15_000

/** Opens the jobs of a folder. Nothing is started before it is needed. */
export function openJobs(options: JobsOptions): Jobs {
  const { launchMs = DEFAULT_LAUNCH_MS } = options
  const folder = openJobFolder(options.folder)
  const host = new HostClient({ ...options, launchMs })

  /** A new host settles the jobs of a killed one. */
  const settled = async (job: Job): Promise<Job> => {
    if (!isAbandoned(job)) return job
    await host.ask('wait', { id: job.id, milliseconds: 0 })
    return known(folder.read(job.id) ?? job)
  }

  return {
    async start(given, { isOwn = false } = {}) {
      const order = { ...given, id: newJobId(), createdAt: Date.now() }
      if (Buffer.byteLength(JSON.stringify(order)) > MAX_ORDER_BYTES) throw tooLong(MAX_ORDER_BYTES)
      return (await host.ask('start', { order, isOwn })) as Job
    },
    release: async (id) => void (await host.ask('release', { id })),
    async list() {
      const jobs = folder.list()
      const abandoned = jobs.find(isAbandoned)
      if (abandoned === undefined) return jobs
      await settled(abandoned)
      return folder.list().map(known)
    },
    async get(id) {
      const job = folder.read(id)
      return job && settled(job)
    },
    output: (id) => folder.output(id),
    readLog: (id, offset, length) => folder.readLog(id, offset, length),
    async wait(id, milliseconds, abortSignal) {
      const job = folder.read(id)
      if (job === null || job.phase === 'ended' || job.phase === 'lost') return job
      await host
        .ask(
          'wait',
          { id, milliseconds },
          { timeoutMs: milliseconds + launchMs, ...(abortSignal && { signal: abortSignal }) },
        )
        .catch((error: unknown) => {
          // Aborted, or the host does not answer: the stored state counts.
          if (!(error instanceof ProcessError && error.code === 'PROCESS_JOB')) throw error
        })
      const now = folder.read(id)
      return now && settled(now)
    },
    end: async (id) => void (await host.ask('end', { id })),
    signal: async (id, signal) => void (await host.ask('signal', { id, signal })),
    async write(id, bytes, { end = false } = {}) {
      if (bytes.length > MAX_INPUT_BYTES) throw tooLong(MAX_INPUT_BYTES)
      return (await host.ask('write', { id, data: Buffer.from(bytes).toString('base64'), end })) === true
    },
    resize: async (id, columns, rows) => (await host.ask('resize', { id, columns, rows })) === true,
    notice: async (id) => void (await host.ask('notice', { id })),
    remove: async (id) => void (await host.ask('remove', { id })),
    close: () => host.close(),
  }
}

const isAbandoned = ({ phase, host }: Job): boolean =>
  (phase === 'starting' || phase === 'running') && host !== undefined && isGone(host)

/** Where a full disk kept a new host from writing it down, it is lost all the same. */
const known = (job: Job): Job => (isAbandoned(job) ? { ...job, phase: 'lost' } : job)

/** A message needs room beside the order. */
const MAX_ORDER_BYTES = MAX_MESSAGE_BYTES - 1024

const tooLong = (bytes: number): ProcessError =>
  new ProcessError(`That is too long for the host of jobs: it takes ${bytes} bytes at a time.`, {
    code: 'PROCESS_JOB',
    remedy: 'Nothing was sent. Put what is long into a file, or write it in pieces.',
  })
