import { RpcError } from '@poundlock/jsonrpc'
import { ProcessError } from '../process-error.ts'
import { reachHost, type HostConnection, type HostToReach } from './reach-host.ts'

/** Asks the host of a folder, which is reached, and started where none answers, when it is first needed. */
export class HostClient {
  readonly #options: HostToReach
  #connecting: Promise<HostConnection> | undefined

  constructor(options: HostToReach) {
    this.#options = options
  }

  /**
   * A host that is gone is asked again, once, in the person of the next one; a job is never started twice.
   *
   * @throws ProcessError `PROCESS_NO_HOST`, `PROCESS_JOB`
   */
  async ask(method: string, params: object, options: object = {}): Promise<unknown> {
    try {
      return await this.#askOnce(method, params, options).catch((error: unknown) => {
        if (method === 'start' || !(error instanceof RpcError && error.code === 'CLOSED')) throw error
        return this.#askOnce(method, params, options)
      })
    } catch (error) {
      throw error instanceof RpcError ? unanswered(method, error) : error
    }
  }

  /** Ends the connection; the next question opens another. */
  close(): void {
    const open = this.#connecting
    this.#connecting = undefined
    void open?.then(({ connection }) => connection.close()).catch(() => {})
  }

  async #askOnce(method: string, params: object, options: object): Promise<unknown> {
    const { connection, hold } = await this.#reach()
    // While an answer is awaited this process has something to do.
    hold(true)
    try {
      return await connection.request(method, params as Readonly<Record<string, unknown>>, options)
    } finally {
      if (connection.pending.outgoing === 0) hold(false)
    }
  }

  async #reach(): Promise<HostConnection> {
    const connection = (this.#connecting ??= this.#connect())
    let isOpen = false
    try {
      const reached = await connection
      isOpen = !reached.connection.closed
      if (isOpen) return reached
    } finally {
      if (!isOpen && this.#connecting === connection) this.#connecting = undefined
    }
    return this.#reach()
  }

  async #connect(): Promise<HostConnection> {
    const reached = await reachHost(this.#options)
    // Waiting for a job does not keep this process alive.
    reached.hold(false)
    return reached
  }
}

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
  const problem =
    code === 'CLOSED' ? 'ended' : code === 'TIMEOUT' ? 'did not answer' : `could not be asked (${message})`
  return new ProcessError(
    `The host of jobs ${problem} while it was asked ${DOING[method] ?? `to do this (${method})`}.`,
    {
      code: 'PROCESS_JOB',
      remedy: `See the list of jobs for whether it was ${method === 'start' ? 'started, and start it' : 'done, and do it'} again if not.`,
      cause,
    },
  )
}
