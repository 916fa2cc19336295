export {
  CallLedger,
  type LedgerEntry,
  type LedgerLimits,
  type LedgerOptions,
  type LedgerResult,
  type LedgerState,
  type NewEntry,
  type Reserved,
} from './call-ledger.ts'
export { openDatabase, type Database } from './open-database.ts'
export { recordFailed } from './record-failed.ts'
