import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { RpcFailure } from '@poundlock/jsonrpc'
import { connectStreams } from '@poundlock/jsonrpc/node'
import { claimHost, releaseHost } from './host-claim.ts'
import { BUSY, failure, hostMethods } from './host-methods.ts'
import { listenOn, MAX_MESSAGE_BYTES } from './host-socket.ts'
import { openJobFolder } from './job-folder.ts'
import { JobTable } from './job-table.ts'
import type { Job, JobOrder } from './job.ts'
import { forgetLaunch } from './launch-note.ts'
import type { StartedJob } from './run-job.ts'
import { settleLost } from './settle-lost.ts'

/** What the process that runs jobs does with them. */
export interface JobHostOptions {
  /** Absolute; made when it is missing, for its owner alone. */
  readonly folder: string
  /** Starts a job: recorded and contained as its order says. An exception ends the job. */
  readonly start: (order: JobOrder) => Promise<StartedJob>
  /**
   * The part of an order that is stored, for `list`. The job runs without it, so secrets can be left out. Default: all.
   */
  readonly keep?: (work: unknown) => unknown
  /** Told of each job whose host was killed. */
  readonly lost?: (job: Job) => Promise<unknown>
  /** Milliseconds without a job and without a client, after which the host ends. Default a minute. */
  readonly idleMs?: number
  /** Bytes of a log. Default 1 GiB. */
  readonly maxLogBytes?: number
  /** Jobs that run at a time. Default 256. */
  readonly maxRunning?: number
  /** Ended jobs that are kept; older ones are removed. Default 50. */
  readonly keepEnded?: number
  /** Bytes of their logs in all; the oldest are removed first, the newest never. Default 4 GiB. */
  readonly keepLogBytes?: number
  /** Milliseconds that any job is kept after its end, for those who waited for it. Default 10 000. */
  readonly keepAtLeastMs?: number
}

/** The process that runs jobs, so that they go on when the client ends. */
export interface JobHost {
  /** Settles when it has ended: idle, or closed. */
  readonly closed: Promise<void>
  /** Ends the jobs that run, and the host. */
  close(): Promise<void>
}

const aboutToEnd = () => failure(BUSY, 'the host of jobs is about to end', 'Start it again; nothing was run.')

const FIRST_IDLE_MS = 30_000
/** Milliseconds for all jobs to end when it closes; the next host settles what could not be stored by then. */
const CLOSE_MS = 15_000

const tableOptions = (options: JobHostOptions) => ({
  start: options.start,
  keep: options.keep,
  maxLogBytes: options.maxLogBytes ?? 2 ** 30,
  maxRunning: options.maxRunning ?? 256,
  keepEnded: options.keepEnded ?? 50,
  keepLogBytes: options.keepLogBytes ?? 2 ** 32,
  keepAtLeastMs: options.keepAtLeastMs ?? 10_000,
})

/** Serves the jobs of a folder; `null` when another process does. */
export async function serveJobs(options: JobHostOptions): Promise<JobHost | null> {
  const claimed = await claimHost(options.folder)
  if (claimed === null) return null
  const claim: string = claimed
  const folder = openJobFolder(options.folder)
  await settleLost(folder, options.lost)
  const { promise: closed, resolve: finish } = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  let idle: NodeJS.Timeout | undefined
  let closing = false

  const { idleMs = 60_000 } = options
  const watchIdle = (milliseconds = idleMs) => {
    clearTimeout(idle)
    if (closing || table.running.size > 0 || sockets.size > 0) return
    idle = setTimeout(() => void close(), milliseconds)
  }
  const table = new JobTable({ ...tableOptions(options), folder, host: claim, onEnded: () => watchIdle() })
  const methods = hostMethods(table, folder)

  const server = createServer((socket) => {
    const own = new Set<string>()
    sockets.add(socket)
    clearTimeout(idle)
    socket.once('close', () => {
      sockets.delete(socket)
      // Its client is gone, also when it was killed.
      for (const id of own) table.running.get(id)?.end()
      watchIdle()
    })
    serveClient(socket, (method, params, signal) => {
      if (!Object.hasOwn(methods, method)) throw RpcFailure.methodNotFound(method)
      if (closing && method === 'start') throw aboutToEnd()
      return methods[method]!(params, signal, own)
    })
  })
  // Only the holder of the claim gets here, so an existing socket is a leftover.
  await listenOn(server, options.folder)
  forgetLaunch(options.folder)
  // The process that launched it still has to connect.
  watchIdle(Math.max(idleMs, FIRST_IDLE_MS))

  async function close(): Promise<void> {
    if (closing) return closed
    closing = true
    clearTimeout(idle)
    const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
    await Promise.race([table.endAll(), wait(CLOSE_MS, undefined, { ref: false })])
    for (const socket of sockets) socket.destroy()
    await stopped
    await releaseHost(options.folder, claim)
    finish()
  }
  return { closed, close }
}

function serveClient(
  socket: Socket,
  answer: (method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) => unknown,
): void {
  connectStreams(socket, socket, {
    framing: 'newline',
    limits: { maxFrameBytes: MAX_MESSAGE_BYTES },
    onRequest: async (method, params, { signal }) =>
      (await answer(method, (params ?? {}) as Readonly<Record<string, unknown>>, signal)) ?? null,
  })
}
