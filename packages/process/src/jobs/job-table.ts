import type { JobFolder } from './job-folder.ts'
import type { Job, JobOrder } from './job.ts'
import { runJob, type RunJobOptions, type RunningJob } from './run-job.ts'

export interface JobTableOptions extends RunJobOptions {
  /** Jobs that run at a time. */
  readonly maxRunning: number
  /** Ended jobs that are kept; older ones are removed. */
  readonly keepEnded: number
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
      this.#prune()
      this.#options.onEnded()
    })
    await starting.started
    return this.#folder.read(order.id)
  }

  remove(id: string): void {
    this.#folder.remove(id)
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
    const tooMany = Math.max(0, this.#ended.length - this.#options.keepEnded)
    for (const id of this.#ended.splice(0, tooMany)) this.#folder.remove(id)
  }
}
