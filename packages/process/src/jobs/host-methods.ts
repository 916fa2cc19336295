import { RPC_ERROR_CODES, RpcFailure } from '@poundlock/jsonrpc'
import type { JobFolder } from './job-folder.ts'
import { isJobId } from './job-id.ts'
import type { JobTable } from './job-table.ts'
import type { JobOrder } from './job.ts'

type Params = Readonly<Record<string, unknown>>
/** @param own the jobs that end with the connection over which they were started */
type Method = (params: Params, signal: AbortSignal, own: Set<string>) => unknown

const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGKILL'] as const
/** Of one `write`. */
export const MAX_INPUT_BYTES = 1024 * 1024
const MAX_UNREAD_BYTES = 1024 * 1024
const MAX_COLUMNS = 1000
/** Our own code; those below -32000 belong to JSON-RPC. */
const NOT_THERE = -31001
export const BUSY = -31002
const NOT_KEPT = -31003

/**
 * The methods of a host: `ping`, `start`, `release`, `wait`, `end`, `signal`, `write`, `resize`, `notice`, `remove`.
 */
// oxlint-disable-next-line max-lines-per-function -- a table: one entry for each method
export function hostMethods(table: JobTable, folder: JobFolder): Readonly<Record<string, Method>> {
  const running = (params: Params) => {
    const job = table.running.get(idOf(params))
    if (job === undefined)
      throw failure(NOT_THERE, 'it does not run any more', 'See the list of jobs for how it ended.')
    return job
  }
  const notRunning = (params: Params): string => {
    const id = idOf(params)
    if (table.running.has(id)) throw failure(BUSY, 'it runs', 'End it first.')
    return id
  }
  return {
    ping: () => null,
    async start(params, signal, own) {
      const order = orderOf(params['order'])
      if (params['isOwn'] === true) own.add(order.id)
      const job = await table.start(order, signal).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        throw failure(
          NOT_KEPT,
          `it cannot be kept on disk: ${why}`,
          'Make room there, and start it again; nothing was run.',
        )
      })
      if (job === null) {
        throw failure(BUSY, 'too many jobs run already', 'End one of them, or wait until one has ended.')
      }
      return job
    },
    /** The job goes on when its client is gone. */
    release: (params, _signal, own) => void own.delete(idOf(params)),
    async wait(params, signal) {
      const job = table.running.get(idOf(params))
      if (job !== undefined) await settledWithin(job.done, Number(params['milliseconds']), signal)
      return folder.read(idOf(params))
    },
    end: (params) => running(params).end(),
    signal(params) {
      const signal = SIGNALS.find((name) => name === params['signal'])
      if (signal === undefined) throw invalid(`the signal is one of ${SIGNALS.join(', ')}`)
      running(params).signal(signal)
    },
    write(params) {
      const { data = '', end } = params
      if (typeof data !== 'string') throw invalid('the data has to be base64')
      const bytes = Buffer.from(data, 'base64')
      if (bytes.length > MAX_INPUT_BYTES)
        throw invalid(`at most ${MAX_INPUT_BYTES} bytes are written at a time`, 'Write it in pieces.')
      const job = running(params)
      // Unread input is kept in the memory that all jobs share.
      if (job.unread > MAX_UNREAD_BYTES) {
        throw failure(BUSY, 'it has not read yet what was written to it before', 'Wait until it reads, or end it.')
      }
      return job.write(bytes, end === true)
    },
    resize(params) {
      const { columns, rows } = params
      if (!isSize(columns) || !isSize(rows)) throw invalid(`columns and rows are numbers from 1 to ${MAX_COLUMNS}`)
      return running(params).resize(columns, rows)
    },
    notice(params) {
      const id = notRunning(params)
      if (folder.read(id) !== null) folder.setState(id, { ...folder.state(id), noticed: true })
    },
    remove: (params) => table.remove(notRunning(params)),
  }
}

export const failure = (code: number, message: string, remedy?: string) =>
  new RpcFailure({ code, message, ...(remedy !== undefined && { data: { remedy } }) })
const invalid = (message: string, remedy?: string) => failure(RPC_ERROR_CODES.invalidParams, message, remedy)

const isSize = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_COLUMNS

function idOf({ id }: Params): string {
  if (!isJobId(id)) throw invalid('that is no id of a job')
  return id
}

function orderOf(value: unknown): JobOrder {
  if (typeof value !== 'object' || value === null) throw invalid('an order is an object')
  const { id, title, agent, session, createdAt } = value as Readonly<Record<string, unknown>>
  if (!isJobId(id)) throw invalid('the id of the order is no job id')
  if ([title, agent, session].some((text) => typeof text !== 'string')) {
    throw invalid('title, agent and session of the order have to be texts')
  }
  if (!Number.isFinite(createdAt)) throw invalid('createdAt of the order has to be a number')
  return value as JobOrder
}

async function settledWithin(done: Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (!(milliseconds > 0) || signal.aborted) return
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  const timer = setTimeout(stop, Math.min(milliseconds, 2 ** 31 - 1))
  const onAbort = () => stop()
  signal.addEventListener('abort', onAbort, { once: true })
  await Promise.race([done, stopped])
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
}
