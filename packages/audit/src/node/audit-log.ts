import { fdatasync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { AuditError } from '../audit-error.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { DataOf } from '../record-data.ts'
import type { AuditRecord, ChainHead } from '../record.ts'
import { createTimeWriter } from './iso-time.ts'
import { createRepeatedLock, removeAbandonedNames } from './repeated-lock.ts'
import { prepareDirectory } from './segments.ts'
import { systemError } from './system-error.ts'
import { createWriter } from './writer.ts'

export interface AuditLogOptions {
  /** What time it is. Default: the system's clock. */
  readonly clock?: () => Date
  /**
   * What is made durable (fdatasync) before `append` resolves. `run-start`, the default: every `run-start` and
   * `tool-start`, and with it all before it, so that after a power cut nothing ran that is not recorded. `all`: every record. `none`: nothing,
   * and a power cut may cost the last seconds.
   */
  readonly durability?: 'run-start' | 'all' | 'none'
  /** Bytes after which a new segment is begun. Default 16 MiB. */
  readonly segmentBytes?: number
  /** Milliseconds to wait for other processes. Default 10 000. */
  readonly lockTimeoutMs?: number
}

/** An open log. Any number of processes may have the same one open. */
export interface AuditLog {
  /** Absolute. */
  readonly directory: string
  /** The last record that this process knows of; others may have appended since. */
  readonly head: ChainHead
  /**
   * Writes one record. Once it resolves, the record is in the file, and durable if `durability` says so. When it
   * rejects, whatever was to be recorded must not happen.
   *
   * Records are in the order of the calls. The data is read during the call: it may be changed after it.
   *
   * @throws AuditError
   */
  append<Type extends string>(type: Type, data: DataOf<Type>): Promise<AuditRecord<Type>>
  /** Makes everything durable that was appended. */
  sync(): Promise<void>
  /** Waits for what is being appended. Safe to call twice. */
  close(): Promise<void>
}

/** Where a record stands. */
interface Link {
  readonly seq: number
  readonly prev: string
  readonly hash: string
  readonly time: string
}

interface Waiting {
  readonly type: string
  readonly data: string
  readonly resolve: (link: Link) => void
  readonly reject: (error: AuditError) => void
}

/** So many records are written under one lock, so that a flood from one process lets others in between. */
const BATCH = 64

const syncData = promisify(fdatasync)

/**
 * Opens the log in a folder, or makes one: mode 0700, its files 0600.
 *
 * @throws AuditError when it cannot be written, or somebody else could write to it
 * @example
 * const log = await openAuditLog('/home/u/.poundlock/audit')
 * await log.append('run-start', start) // throws: do not run
 */
export async function openAuditLog(directory: string, options: AuditLogOptions = {}): Promise<AuditLog> {
  const { clock = () => new Date(), durability = 'run-start', segmentBytes = 16 * 1024 * 1024 } = options
  const { lockTimeoutMs = 10_000 } = options
  const path = resolve(directory)
  prepareDirectory(path)
  const lock = createRepeatedLock(path)
  const writer = createWriter(path, {
    segmentBytes,
    durable: durability !== 'none',
    announce: () => lock.announce(),
  })
  await lock.run(lockTimeoutMs, () => {
    writer.refresh()
    removeAbandonedNames(path)
  })

  const writeTime = createTimeWriter()
  let waiting: Waiting[] = []
  let working: Promise<void> | null = null
  let closed = false

  const isDurable = (type: string): boolean =>
    durability === 'all' || (durability === 'run-start' && (type === 'run-start' || type === 'tool-start'))

  // After a failure the system may have dropped what it could not write, and the next attempt would succeed without it.
  let broken: AuditError | null = null

  const sync = async (): Promise<void> => {
    if (broken !== null) throw broken
    const { descriptor } = writer
    if (descriptor === undefined) return
    await syncData(descriptor).catch((error: unknown) => {
      broken = systemError(error, 'make durable', path)
      throw broken
    })
  }

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    const done: (() => void)[] = []
    const failed = new Set<Waiting>()
    const written: Waiting[] = []
    try {
      if (broken !== null) throw broken
      await lock.run(lockTimeoutMs, (unannounced) => {
        writer.refresh(unannounced)
        for (const entry of batch) {
          const time = writeTime(clock())
          try {
            const link = writer.write({ type: entry.type, data: entry.data, time })
            written.push(entry)
            done.push(() => entry.resolve({ ...link, time }))
          } catch (error) {
            failed.add(entry)
            entry.reject(systemError(error, 'append to', path))
          }
        }
      })
      if (written.some((entry) => isDurable(entry.type))) await sync()
    } catch (error) {
      const reason = systemError(error, 'append to', path)
      for (const entry of batch) if (!failed.has(entry)) entry.reject(reason)
      return
    }
    for (const resolveOne of done) resolveOne()
  }

  let justWrote = false

  /**
   * Writes one record at once, without a turn of anybody: a lone one that nothing needs to be made durable for. `null`
   * where others write, or one was just written: of a flood each would cost a lock of its own.
   */
  const writeAtOnce = (type: string, data: string): Link | null => {
    if (working !== null || justWrote || isDurable(type)) return null
    try {
      if (broken !== null) throw broken
      const held = lock.runIfFree((unannounced) => {
        writer.refresh(unannounced)
        const time = writeTime(clock())
        return { ...writer.write({ type, data, time }), time }
      })
      if (held === null) return null
      justWrote = true
      queueMicrotask(() => (justWrote = false))
      return held.result
    } catch (error) {
      throw systemError(error, 'append to', path)
    }
  }

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      await writeBatch(batch)
    }
    working = null
  }

  const settled = async (): Promise<void> => {
    while (working !== null) await working
  }

  return {
    directory: path,
    get head() {
      return writer.head
    },
    async append(type, data) {
      if (closed) throw closedError(path)
      const text = canonicalJson(data)
      const link =
        writeAtOnce(type, text) ??
        (await new Promise<Link>((resolveOne, reject) => {
          waiting.push({ type, data: text, resolve: resolveOne, reject })
          working ??= work()
        }))
      return { ...link, type, data }
    },
    async sync() {
      await settled()
      await sync()
    },
    async close() {
      closed = true
      await settled()
      writer.close()
      lock.close()
    },
  }
}

function closedError(path: string): AuditError {
  return new AuditError(`The audit log ${path} was closed.`, {
    code: 'AUDIT_CLOSED',
    remedy: 'Open it again.',
    details: { path },
  })
}
