import { close, fdatasync, openSync } from 'node:fs'

type Settle = (error: Error | null) => void

/**
 * The write-ahead log of a database that this process has open, synced by other threads. A commit with `synchronous =
 * normal` writes it and leaves the sync out; with one after it, the commit is as durable as with `full`. Sources:
 * https://www.sqlite.org/wal.html#performance_considerations and https://www.sqlite.org/pragma.html#pragma_synchronous.
 *
 * The lock of SQLite is on other files, so that closing this one lets no lock go.
 */
export class WriteAheadLog {
  readonly #path: string
  #descriptor: number | null = null
  #waiting: Settle[] = []
  #isSyncing = false
  #isClosed = false
  /** A sync that follows a failed one says nothing of what the failed one left. */
  #failure: Error | null = null

  /** @param file of the database */
  constructor(file: string) {
    this.#path = `${file}-wal`
  }

  /** @throws what an earlier sync failed with */
  checkUsable(): void {
    if (this.#failure !== null) throw this.#failure
    this.#descriptor ??= openSync(this.#path, 'r+')
  }

  /** Syncs what was committed until now; those who wait while one goes on share the next one. */
  sync(settle: Settle): void {
    this.#waiting.push(settle)
    if (!this.#isSyncing) this.#next()
  }

  /** After the syncs that were asked for. */
  close(): void {
    this.#isClosed = true
    if (!this.#isSyncing) this.#release()
  }

  #next(): void {
    const settles = this.#waiting
    this.#waiting = []
    this.#isSyncing = true
    fdatasync(this.#descriptor!, (error) => {
      this.#failure ??= error
      this.#isSyncing = false
      if (this.#waiting.length > 0) this.#next()
      else if (this.#isClosed) this.#release()
      for (const settle of settles) settle(this.#failure)
    })
  }

  #release(): void {
    if (this.#descriptor !== null) close(this.#descriptor)
    this.#descriptor = null
  }
}
