import { isGone } from '@poundlock/audit/node'
import { RpcError } from '@poundlock/jsonrpc'
import { ProcessError } from '../process-error.ts'
import { MAX_INPUT_BYTES } from './host-methods.ts'
import { MAX_MESSAGE_BYTES } from './host-socket.ts'
import { openJobFolder, type JobOutput } from './job-folder.ts'
import { newJobId } from './job-id.ts'
import type { Job, JobOrder } from './job.ts'
import { reachHost, type HostConnection } from './reach-host.ts'

export interface JobsOptions {
  /** Absolute: the folder that the host serves. */
  readonly folder: string
  /** Starts a host for it: a process of its own, which goes on when this one ends. Called when none answers. */
  readonly launchHost: () => void
  /** Milliseconds that a host may take to start. Default 15 000. */
  readonly launchMs?: number
}

/** Jobs: commands that go on when whoever started them ends. */
export interface Jobs {
  /** @throws ProcessError `PROCESS_NO_HOST`, `PROCESS_JOB` */
  start(order: Omit<JobOrder, 'id' | 'createdAt'>): Promise<Job>
  /** Oldest first. A host that was killed is replaced, so that what it left is settled before it is listed. */
  list(): Promise<readonly Job[]>
  get(id: string): Promise<Job | null>
  /** The beginning of both streams apart, of a job that has ended. */
  output(id: string): JobOutput | null
  /** At most `length` bytes of the log from `offset` on. */
  readLog(id: string, offset: number, length: number): Uint8Array
  /** The job once it has ended, or as it is after so many milliseconds. */
  wait(id: string, milliseconds: number, abortSignal?: AbortSignal): Promise<Job | null>
  /** Asks it to end, and kills it when it does not. */
  end(id: string): Promise<void>
  signal(id: string, signal: 'SIGINT' | 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** False when it reads nothing, or no more. */
  write(id: string, bytes: Uint8Array, options?: { readonly end?: boolean }): Promise<boolean>
  /** False when it has no terminal. */
  resize(id: string, columns: number, rows: number): Promise<boolean>
  /** Notes that somebody was told of its end. */
  notice(id: string): Promise<void>
  /** Removes a job that has ended, with its log. */
  remove(id: string): Promise<void>
  /** Ends the connection; the host and its jobs go on. */
  close(): void
}

/** Opens the jobs of a folder. Nothing is started before it is needed. */
export function openJobs({ folder: path, launchHost, launchMs = 15_000 }: JobsOptions): Jobs {
  const folder = openJobFolder(path)
  let connecting: Promise<HostConnection> | undefined

  const connect = async (): Promise<HostConnection> => {
    const reached = await reachHost({ folder: path, launchHost, launchMs })
    // Whoever only waits for a job can end all the same.
    reached.hold(false)
    return reached
  }
  const reach = async (): Promise<HostConnection> => {
    const asked = (connecting ??= connect())
    let isOpen = false
    try {
      const reached = await asked
      isOpen = !reached.connection.closed
      if (isOpen) return reached
    } finally {
      if (!isOpen && connecting === asked) connecting = undefined
    }
    return reach()
  }
  const askOnce = async (method: string, params: object, options: object): Promise<unknown> => {
    const { connection, hold } = await reach()
    // While an answer is awaited this process has something to do.
    hold(true)
    try {
      return await connection.request(method, params as Readonly<Record<string, unknown>>, options)
    } finally {
      if (connection.pending.outgoing === 0) hold(false)
    }
  }
  /** A host that is gone is asked again, once, in the person of the next one; a job is never started twice. */
  const ask = async (method: string, params: object, options: object = {}): Promise<unknown> => {
    const again = (error: unknown) => {
      if (method === 'start' || !(error instanceof RpcError && error.code === 'CLOSED')) throw error
      return askOnce(method, params, options)
    }
    return askOnce(method, params, options)
      .catch(again)
      .catch((error: unknown) => {
        throw error instanceof RpcError ? unanswered(method, error) : error
      })
  }
  /** A new host settles what one that was killed has left. */
  const settled = async (job: Job): Promise<Job> => {
    if (!isAbandoned(job)) return job
    await ask('wait', { id: job.id, milliseconds: 0 })
    return known(folder.read(job.id) ?? job)
  }

  return {
    async start(given) {
      const order = { ...given, id: newJobId(), createdAt: Date.now() }
      if (Buffer.byteLength(JSON.stringify(order)) > MAX_ORDER_BYTES) throw tooLong(MAX_ORDER_BYTES)
      return (await ask('start', { order })) as Job
    },
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
      await ask(
        'wait',
        { id, milliseconds },
        { timeoutMs: milliseconds + launchMs, ...(abortSignal && { signal: abortSignal }) },
      ).catch((error: unknown) => {
        // Given up, or the host says nothing: what is on disk is what is known.
        if (!(error instanceof ProcessError && error.code === 'PROCESS_JOB')) throw error
      })
      const now = folder.read(id)
      return now && settled(now)
    },
    end: async (id) => void (await ask('end', { id })),
    signal: async (id, signal) => void (await ask('signal', { id, signal })),
    async write(id, bytes, { end = false } = {}) {
      if (bytes.length > MAX_INPUT_BYTES) throw tooLong(MAX_INPUT_BYTES)
      return (await ask('write', { id, data: Buffer.from(bytes).toString('base64'), end })) === true
    },
    resize: async (id, columns, rows) => (await ask('resize', { id, columns, rows })) === true,
    notice: async (id) => void (await ask('notice', { id })),
    remove: async (id) => void (await ask('remove', { id })),
    close() {
      const open = connecting
      connecting = undefined
      void open?.then(({ connection }) => connection.close()).catch(() => {})
    },
  }
}

const isAbandoned = ({ phase, host }: Job): boolean =>
  (phase === 'starting' || phase === 'running') && host !== undefined && isGone(host)

/** Where a full disk kept a new host from writing it down, it is lost all the same. */
const known = (job: Job): Job => (isAbandoned(job) ? { ...job, phase: 'lost' } : job)

/** Beside the order, a message says what it is. */
const MAX_ORDER_BYTES = MAX_MESSAGE_BYTES - 1024

const tooLong = (bytes: number): ProcessError =>
  new ProcessError(`That is too long for the host of jobs: it takes ${bytes} bytes at a time.`, {
    code: 'PROCESS_JOB',
    remedy: 'Nothing was sent. Put what is long into a file, or write it in pieces.',
  })

const DOING: Readonly<Record<string, string>> = { start: 'to start one', write: 'to write to one', wait: 'about one' }

function unanswered(method: string, cause: RpcError): ProcessError {
  const { code, remote, message } = cause
  if (code === 'REMOTE') {
    const { remedy = 'See the list of jobs.' } = (remote?.data ?? {}) as { readonly remedy?: string }
    return new ProcessError(`The job was refused: ${remote?.message ?? message}.`, {
      code: 'PROCESS_JOB',
      remedy,
      cause,
    })
  }
  const what = code === 'CLOSED' ? 'ended' : code === 'TIMEOUT' ? 'did not answer' : `could not be asked (${message})`
  return new ProcessError(`The host of jobs ${what} while it was asked ${DOING[method] ?? `to do this (${method})`}.`, {
    code: 'PROCESS_JOB',
    remedy: `See the list of jobs for whether it was ${method === 'start' ? 'started, and start it' : 'done, and do it'} again if not.`,
    cause,
  })
}
