import { BusError } from '../contract/bus-error.ts'

/** https://www.sqlite.org/rescode.html */
const [SQLITE_BUSY, SQLITE_FULL] = [5, 13]

/** An error of SQLite as the bus reports it. Any other error stays as it is. */
export function sqliteError(error: unknown): unknown {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return error
  const details = { sqlite: errcode }
  // Extended codes have the primary one in their last byte.
  const primary = errcode % 256
  if (primary === SQLITE_BUSY) {
    return new BusError('Another process has the file of the bus open.', {
      code: 'IN_USE',
      remedy: 'Stop it, or share a NATS server between them.',
      cause: error,
      details,
    })
  }
  if (primary === SQLITE_FULL) {
    return new BusError('The disk, or the file of the bus, is full. Nothing was written.', {
      code: 'FULL',
      remedy: 'Make room on the disk, or raise maxFileBytes.',
      cause: error,
      details,
    })
  }
  return new BusError('The file of the bus cannot be read or written. Nothing was written.', {
    code: 'IO',
    remedy: 'Check the disk and the folder.',
    cause: error,
    details,
  })
}
