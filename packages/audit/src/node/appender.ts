import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'
import type { RepeatedLock } from '@poundlock/state-files/node'
import type { AuditError } from '../audit-error.ts'
import { systemError } from './system-error.ts'
import type { Writer } from './writer.ts'

/** Where a record stands. */
export interface ChainLink {
  readonly seq: number
  readonly prev: string
  readonly hash: string
  readonly time: string
}

export interface AppenderOptions {
  /** Absolute: the folder of the log, for messages. */
  readonly path: string
  readonly clock: () => Date
  readonly lock: RepeatedLock
  readonly lockTimeoutMs: number
  readonly writer: Writer
  /** Whether a record of this type is made durable before its append resolves. */
  readonly isDurable: (type: string) => boolean
}

interface Waiting {
  readonly type: string
  /** Canonical JSON. */
  readonly data: string
  readonly resolve: (link: ChainLink) => void
  readonly reject: (error: AuditError) => void
}

/** So many records are written under one lock, so that a flood from one process lets others in between. */
const BATCH = 64

const syncData = promisify(fdatasync)

/** Appends records in the order of the calls: a lone one at once, many in batches, each batch under one lock. */
export class Appender {
  readonly #options: AppenderOptions
  #waiting: Waiting[] = []
  #working: Promise<void> | null = null
  #justWrote = false
  /** After a failure the system may have dropped what it could not write, and the next attempt would succeed without it. */
  #broken: AuditError | null = null

  constructor(options: AppenderOptions) {
    this.#options = options
  }

  /** @param data canonical JSON */
  async append(type: string, data: string): Promise<ChainLink> {
    return (
      this.#writeAtOnce(type, data) ??
      (await new Promise<ChainLink>((resolve, reject) => {
        this.#waiting.push({ type, data, resolve, reject })
        this.#working ??= this.#work()
      }))
    )
  }

  /** Settles when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#working !== null) await this.#working
  }

  /** Makes durable what was written. */
  async sync(): Promise<void> {
    if (this.#broken !== null) throw this.#broken
    const { path, writer } = this.#options
    if (writer.descriptor === undefined) return
    await syncData(writer.descriptor).catch((error: unknown) => {
      this.#broken = systemError(error, 'make durable', path)
      throw this.#broken
    })
  }

  /**
   * Writes one record at once, without a turn of anybody: a lone one that nothing needs to be made durable for. `null`
   * where others write, or one was just written: of a flood each would cost a lock of its own.
   */
  #writeAtOnce(type: string, data: string): ChainLink | null {
    const { path, lock, isDurable } = this.#options
    if (this.#working !== null || this.#justWrote || isDurable(type)) return null
    try {
      if (this.#broken !== null) throw this.#broken
      const outcome = lock.runIfFree((unannounced) => {
        this.#options.writer.refresh(unannounced)
        return this.#write(type, data)
      })
      if (outcome === null) return null
      this.#justWrote = true
      queueMicrotask(() => (this.#justWrote = false))
      return outcome.result
    } catch (error) {
      throw systemError(error, 'append to', path)
    }
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      this.#waiting = this.#waiting.slice(BATCH)
      await this.#writeBatch(batch)
    }
    this.#working = null
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const { path, lock, lockTimeoutMs, isDurable } = this.#options
    const written: { readonly entry: Waiting; readonly link: ChainLink }[] = []
    const failed = new Set<Waiting>()
    try {
      if (this.#broken !== null) throw this.#broken
      await lock.run(lockTimeoutMs, (unannounced) => {
        this.#options.writer.refresh(unannounced)
        for (const entry of batch) {
          try {
            written.push({ entry, link: this.#write(entry.type, entry.data) })
          } catch (error) {
            failed.add(entry)
            entry.reject(systemError(error, 'append to', path))
          }
        }
      })
      if (written.some(({ entry }) => isDurable(entry.type))) await this.sync()
    } catch (error) {
      const reason = systemError(error, 'append to', path)
      for (const entry of batch) if (!failed.has(entry)) entry.reject(reason)
      return
    }
    for (const { entry, link } of written) entry.resolve(link)
  }

  #write(type: string, data: string): ChainLink {
    const time = this.#options.clock().toISOString()
    return { ...this.#options.writer.write({ type, data, time }), time }
  }
}
