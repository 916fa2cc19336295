import type { Durability, OwnDatabase } from './open-own-database.ts'

const NORMAL = 1

interface Write {
  readonly survives: Durability | undefined
  readonly run: () => void
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Writes that wait for the disk together: those of one turn of the event loop are one transaction, so that hundreds of
 * writes in a second do not wait for hundreds of syncs one after the other.
 */
export class WriteBatch {
  readonly #database: OwnDatabase
  readonly #asError: (error: unknown) => unknown
  #waiting: Write[] = []
  readonly #opened: number
  /** What `pragma synchronous` is set to now. */
  #present: number

  /** @param asError what a caller is given for an error of SQLite; the error itself unless set */
  constructor(database: OwnDatabase, asError: (error: unknown) => unknown = (error) => error) {
    this.#database = database
    this.#asError = asError
    this.#opened = this.#present = (database.prepare('pragma synchronous').get() as { synchronous: number }).synchronous
  }

  /**
   * Runs statements in the next transaction. It rejects when the transaction failed; nothing of it was written then.
   *
   * @param survives `process` where they need not last longer; the transaction lasts as the most important of its writes
   *   has to. As the database was opened unless set
   *
   * @returns what the statements return, once it is on the disk
   */
  write<Result>(statements: () => Result, survives?: Durability): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result
      const run = () => void (result = statements())
      const write = { survives, run, done: () => resolve(result), failed: reject }
      if (this.#waiting.push(write) === 1) setImmediate(() => this.flush())
    })
  }

  /** Writes what waits now. */
  flush(): void {
    const writes = this.#waiting
    if (writes.length === 0) return
    this.#waiting = []
    try {
      this.#synchronize(writes.every(({ survives }) => survives === 'process') ? NORMAL : this.#opened)
      this.#database.exec('begin immediate')
      for (const { run } of writes) run()
      this.#database.exec('commit')
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('rollback')
      for (const { failed } of writes) failed(this.#asError(error))
      return
    }
    for (const { done } of writes) done()
  }

  #synchronize(wanted: number): void {
    if (wanted === this.#present) return
    this.#database.exec(`pragma synchronous = ${wanted}`)
    this.#present = wanted
  }
}
