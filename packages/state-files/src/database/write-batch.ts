import type { OwnDatabase } from './open-own-database.ts'

interface Write {
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

  /** @param asError what a caller is given for an error of SQLite; the error itself unless set */
  constructor(database: OwnDatabase, asError: (error: unknown) => unknown = (error) => error) {
    this.#database = database
    this.#asError = asError
  }

  /**
   * Runs statements in the next transaction. It rejects when the transaction failed; nothing of it was written then.
   *
   * @returns what the statements return, once it is on the disk
   */
  write<Result>(statements: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let result: Result
      const run = () => void (result = statements())
      if (this.#waiting.push({ run, done: () => resolve(result), failed: reject }) === 1)
        setImmediate(() => this.flush())
    })
  }

  /** Writes what waits now. */
  flush(): void {
    const writes = this.#waiting
    if (writes.length === 0) return
    this.#waiting = []
    try {
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
}
