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
  /** Milliseconds that any job is kept after its end: whoever waited for it reads its output then. */
  readonly keepAtLeastMs: number
  /** Told whenever a job has ended. */
  readonly onEnded: () => void
}

/** The jobs of a host: those that run, and how many of those that have ended are kept. */
export class JobTable {
  readonly #options: JobTableOptions
  readonly #folder: JobFolder
  readonly #running = new Map<string, RunningJob>()
  /** Ids, oldest first. */
  readonly #ended: string[]
  /** When those ended whose output somebody may be about to read. */
  readonly #fresh = new Map<string, number>()
  #prunesLater = false

  constructor(options: JobTableOptions) {
    this.#options = options
    this.#folder = options.folder
    this.#ended = options.folder.list().map(({ id }) => id)
    this.#prune()
  }

  get running(): ReadonlyMap<string, RunningJob> {
    return this.#running
  }

  /** `null` when too many run already. */
  async start(order: JobOrder): Promise<Job | null> {
    if (this.#running.size >= this.#options.maxRunning) return null
    const starting = runJob(order, this.#options)
    this.#running.set(order.id, starting.job)
    void starting.job.done.finally(() => {
      this.#running.delete(order.id)
      this.#ended.push(order.id)
      this.#fresh.set(order.id, performance.now())
      this.#prune()
      this.#options.onEnded()
    })
    await starting.started
    return this.#folder.read(order.id)
  }

  remove(id: string): void {
    this.#folder.remove(id)
    this.#fresh.delete(id)
    const at = this.#ended.indexOf(id)
    if (at >= 0) this.#ended.splice(at, 1)
  }

  /** Ends all that run, and settles when their ends are on disk. */
  async endAll(): Promise<void> {
    const running = [...this.#running.values()]
    for (const job of running) job.end()
    await Promise.allSettled(running.map((job) => job.done))
  }

  #prune(): void {
    const { keepEnded, keepLogBytes, keepAtLeastMs } = this.#options
    const now = performance.now()
    for (const [id, endedAt] of this.#fresh) if (now - endedAt >= keepAtLeastMs) this.#fresh.delete(id)
    let bytes = 0
    let kept = 0
    let isFull = false
    for (const id of this.#ended.toReversed()) {
      bytes += isFull ? 0 : this.#folder.logSize(id)
      // The newest is kept whatever its size: somebody is about to be told of it.
      isFull ||= kept >= keepEnded || (kept > 0 && bytes > keepLogBytes)
      if (isFull && !this.#fresh.has(id)) this.remove(id)
      else kept++
    }
    if (this.#fresh.size === 0 || this.#prunesLater) return
    this.#prunesLater = true
    setTimeout(() => this.#pruneAgain(), keepAtLeastMs).unref()
  }

  #pruneAgain(): void {
    this.#prunesLater = false
    this.#prune()
  }
}
