import type { JobFolder } from './job-folder.ts'
import type { Job, JobOrder } from './job.ts'
import { runJob, type RunJobOptions, type RunningJob } from './run-job.ts'

export interface JobTableOptions extends RunJobOptions {
  /** Jobs that run at a time. */
  readonly maxRunning: number
  /** Ended jobs that are kept; older ones are removed. */
  readonly keepEnded: number
  /** Bytes of their logs in all. */
  readonly keepLogBytes: number
  /** Milliseconds that a job is kept after its end, so that a waiting client can read its output. */
  readonly keepAtLeastMs: number
  /** Told whenever a job has ended. */
  readonly onEnded: () => void
}

interface EndedJob {
  readonly id: string
  /** The size of its log. */
  readonly bytes: number
  /** On the clock of `performance.now()`. */
  readonly endedAt: number
}

/** The jobs of a host: those that run, and how many of those that have ended are kept. */
export class JobTable {
  readonly #options: JobTableOptions
  readonly #folder: JobFolder
  readonly #running = new Map<string, RunningJob>()
  /** Oldest first. */
  readonly #ended: EndedJob[]
  #bytes = 0
  #prunesLater = false

  constructor(options: JobTableOptions) {
    this.#options = options
    this.#folder = options.folder
    this.#ended = options.folder.list().map(({ id }) => this.#endedJob(id, Number.NEGATIVE_INFINITY))
    this.#prune()
  }

  get running(): ReadonlyMap<string, RunningJob> {
    return this.#running
  }

  /** `null` when too many run already. */
  async start(order: JobOrder, signal: AbortSignal): Promise<Job | null> {
    if (this.#running.size >= this.#options.maxRunning) return null
    const starting = runJob(order, { ...this.#options, signal })
    this.#running.set(order.id, starting.job)
    void starting.job.done.finally(() => {
      this.#running.delete(order.id)
      this.#ended.push(this.#endedJob(order.id, performance.now()))
      this.#prune()
      this.#options.onEnded()
    })
    await starting.started
    return this.#folder.read(order.id)
  }

  remove(id: string): void {
    this.#folder.remove(id)
    const at = this.#ended.findIndex((job) => job.id === id)
    if (at >= 0) this.#bytes -= this.#ended.splice(at, 1)[0]!.bytes
  }

  /** Ends all that run, and settles when their ends are on disk. */
  async endAll(): Promise<void> {
    const running = [...this.#running.values()]
    for (const job of running) job.end()
    await Promise.allSettled(running.map((job) => job.done))
  }

  #endedJob(id: string, endedAt: number): EndedJob {
    const bytes = this.#folder.logSize(id)
    this.#bytes += bytes
    return { id, bytes, endedAt }
  }

  #prune(): void {
    const { keepEnded, keepLogBytes, keepAtLeastMs } = this.#options
    // The newest is kept at any size: a client is about to read it.
    while (this.#ended.length > 1 && (this.#ended.length > keepEnded || this.#bytes > keepLogBytes)) {
      const [oldest] = this.#ended
      const fresh = oldest!.endedAt + keepAtLeastMs - performance.now()
      if (fresh > 0) {
        this.#pruneIn(fresh)
        return
      }
      this.remove(oldest!.id)
    }
  }

  #pruneIn(milliseconds: number): void {
    if (this.#prunesLater) return
    this.#prunesLater = true
    setTimeout(() => this.#pruneAgain(), milliseconds).unref()
  }

  #pruneAgain(): void {
    this.#prunesLater = false
    this.#prune()
  }
}
