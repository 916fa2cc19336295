import type { Database } from './open-database.ts'
import { recordFailed } from './record-failed.ts'

interface Write {
  readonly run: () => void
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Writes that wait for the disk together: those of one turn of the event loop are one transaction, so that hundreds of
 * calls in a second do not wait for hundreds of syncs one after the other.
 */
export class WriteBatch {
  readonly #database: Database
  #waiting: Write[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Runs statements in the next transaction.
   *
   * @returns what they return, once it is on the disk
   * @throws GatewayError `RECORD_FAILED`; nothing of the transaction was written then
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
      if (this.#database.isTransaction) this.#database.exec('rollback')
      for (const { failed } of writes) failed(recordFailed(error))
      return
    }
    for (const { done } of writes) done()
  }
}
