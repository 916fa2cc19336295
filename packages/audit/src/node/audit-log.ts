import { resolve } from 'node:path'
import { createRepeatedLock, removeAbandonedNames } from '@poundlock/state-files/node'
import { AuditError } from '../audit-error.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { DataOf } from '../record-data.ts'
import type { AuditRecord, ChainHead } from '../record.ts'
import { Appender } from './appender.ts'
import { prepareDirectory } from './segments.ts'
import { systemError } from './system-error.ts'
import { createWriter } from './writer.ts'

/** How a log is opened: sizes of files, and what is written to disk when. */
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
  const open = (): void => {
    writer.refresh()
    removeAbandonedNames(path)
  }
  await lock.run(lockTimeoutMs, open).catch((error: unknown) => {
    throw systemError(error, 'open the audit log in', path)
  })

  const appender = new Appender({
    path,
    clock,
    lock,
    lockTimeoutMs,
    writer,
    isDurable: (type) =>
      durability === 'all' || (durability === 'run-start' && (type === 'run-start' || type === 'tool-start')),
  })
  let closed = false
  return {
    directory: path,
    get head() {
      return writer.head
    },
    async append(type, data) {
      if (closed) throw closedError(path)
      const link = await appender.append(type, canonicalJson(data))
      return { ...link, type, data }
    },
    async sync() {
      await appender.settled()
      await appender.sync()
    },
    async close() {
      closed = true
      await appender.settled()
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
