import type { DataOf } from '@poundlock/audit'
import { redactSecretsIn } from '@poundlock/spec'

/** The kinds of records that a call leaves. */
export type RecordType =
  | 'decision'
  | 'try-start'
  | 'try-end'
  | 'undo'
  | 'run-start'
  | 'run-end'
  | 'tool-start'
  | 'tool-end'
  | 'result-withheld'
  | 'directive'
  | 'recording'

/** Writes one record and settles when it is safe on disk. If that fails, the call does not go on. */
export type WriteRecord = <Type extends RecordType>(type: Type, data: DataOf<Type>) => Promise<unknown>

/** Other people than the caller read the records. */
export const withoutSecrets =
  (record: WriteRecord): WriteRecord =>
  (type, data) =>
    record(type, redactSecretsIn(data))
