import { closeSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as Sqlite from 'node:sqlite'
import { makeOwnFolder } from '../own-folder.ts'
import { stateFileError } from '../state-file-error.ts'

/** A database of SQLite, with which only this process writes. */
export type OwnDatabase = Sqlite.DatabaseSync

/** `power`: what is written lasts when the power fails, at the price of a sync; `process`: when this process is killed. */
export type Durability = 'power' | 'process'

/** How a database of one's own is opened. */
export interface OwnDatabaseOptions {
  /** What a finished write outlives: the process, or the machine. */
  readonly survives: Durability
  /** Whether no other process may open it as long as this one lives, however it is stopped. */
  readonly isAlone?: boolean
  /** Bytes that the file may reach. A write beyond them fails, and changes nothing. */
  readonly maxBytes: number
  /** Statements that make what is missing. */
  readonly schema: string
}

const PAGE_BYTES = 4096
/** Another process has no business with the file; a reader such as a backup is waited for. */
const BUSY_MS = 2000

/**
 * Opens a database in a file and a folder that only this user can read, and makes what is missing.
 *
 * @throws StateFileError when the folder or the file cannot be relied on
 * @throws an error of SQLite (its `code` is `ERR_SQLITE_ERROR`) when the database cannot be opened
 */
export function openOwnDatabase(
  file: string,
  { survives, isAlone = false, maxBytes, schema }: OwnDatabaseOptions,
): OwnDatabase {
  makeOwnFolder(dirname(file))
  try {
    // Before SQLite makes it with the permissions of the day; its other files get those of this one.
    closeSync(openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600))
  } catch (error) {
    throw stateFileError(error, 'open', file)
  }
  const database = new (loadSqlite().DatabaseSync)(file, { timeout: BUSY_MS })
  keepStatements(database)
  try {
    if (isAlone) database.exec('pragma locking_mode = exclusive')
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${survives === 'power' ? 'full' : 'normal'}`)
    database.exec(`pragma max_page_count = ${Math.ceil(maxBytes / PAGE_BYTES)}; pragma trusted_schema = off`)
    database.exec(schema)
    if (isAlone) database.exec('begin immediate; commit')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Each text is prepared once. Texts are of our programs, so there are few; all are run to their end at once. */
function keepStatements(database: OwnDatabase): void {
  const prepare = database.prepare.bind(database)
  const kept = new Map<string, Sqlite.StatementSync>()
  database.prepare = (text) => {
    let statement = kept.get(text)
    if (statement === undefined) kept.set(text, (statement = prepare(text)))
    return statement
  }
}

/** Some versions of Node 22 warn that the module is experimental; nobody who runs a program of ours can act on that. */
function loadSqlite(): typeof Sqlite {
  // oxlint-disable-next-line typescript/unbound-method -- called with `process` below, and put back as it was.
  const { emitWarning } = process
  // Nothing else runs between here and `finally`, so no other warning of this kind is lost.
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    const [kind] = rest as readonly unknown[]
    if (kind !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest)
  }
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
