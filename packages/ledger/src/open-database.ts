import { openOwnDatabase, type OwnDatabase, type OwnDatabaseOptions } from '@poundlock/state-files/node'
import { recordFailed } from './record-failed.ts'

/** The database that the ledger is kept in. */
export type Database = OwnDatabase

/**
 * Opens a database of the gateway, in a file and a folder that only its user can read.
 *
 * @throws StateFileError, GatewayError `RECORD_FAILED`
 */
export function openDatabase(file: string, options: OwnDatabaseOptions): Database {
  try {
    return openOwnDatabase(file, options)
  } catch (error) {
    throw recordFailed(error)
  }
}
