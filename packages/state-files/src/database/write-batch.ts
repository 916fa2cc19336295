import type { Durability, OwnDatabase } from './open-own-database.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

const NORMAL = 1

interface Write {
  readonly survives: Durability | undefined
  readonly run: () => void
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** How the writes of a batch are brought to the disk. */
export interface WriteBatchOptions {
  /** What a caller is given for an error of SQLite or of the system; the error itself unless set. */
  readonly asError?: (error: unknown) => unknown
  /**
   * The file of the database, for a batch whose syncs are made by other threads: this one goes on, and other files are
   * synced at the same time. What waits for its sync can be read already. Where a sync fails, what is written after it is
   * refused, too: only a new process knows what the disk has.
   */
  readonly syncsApart?: string
}

/**
 * Writes that wait for the disk together: those of one turn of the event loop are one transaction, so that hundreds of
 * writes in a second do not wait for hundreds of syncs one after the other.
 */
export class WriteBatch {
  readonly #database: OwnDatabase
  readonly #asError: (error: unknown) => unknown
  readonly #log: WriteAheadLog | null
  #waiting: Write[] = []
  readonly #opened: number
  /** What `pragma synchronous` is set to now. */
  #present: number

  constructor(database: OwnDatabase, { asError = (error) => error, syncsApart }: WriteBatchOptions = {}) {
    this.#database = database
    this.#asError = asError
    this.#opened = this.#present = (database.prepare('pragma synchronous').get() as { synchronous: number }).synchronous
    this.#log = syncsApart === undefined ? null : new WriteAheadLog(syncsApart)
  }

  /**
   * Runs statements in the next transaction. It rejects when the transaction failed; nothing of it was written then. Where
   * its sync failed apart, it may have been.
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
    const lasting = this.#opened === NORMAL ? [] : writes.filter(({ survives }) => survives !== 'process')
    try {
      if (lasting.length > 0) this.#log?.checkUsable()
      this.#synchronize(lasting.length === 0 || this.#log !== null ? NORMAL : this.#opened)
      this.#database.exec('begin immediate')
      for (const { run } of writes) run()
      this.#database.exec('commit')
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('rollback')
      this.#fail(writes, error)
      return
    }
    const apart = this.#log === null ? [] : lasting
    for (const write of writes) if (!apart.includes(write)) write.done()
    if (apart.length === 0) return
    this.#log!.sync((error) => {
      if (error === null) for (const { done } of apart) done()
      else this.#fail(apart, error)
    })
  }

  /** Writes what waits now, and closes the database. */
  close(): void {
    this.flush()
    this.#database.close()
    this.#log?.close()
  }

  #fail(writes: readonly Write[], error: unknown): void {
    for (const { failed } of writes) failed(this.#asError(error))
  }

  #synchronize(wanted: number): void {
    if (wanted === this.#present) return
    this.#database.exec(`pragma synchronous = ${wanted}`)
    this.#present = wanted
  }
}
