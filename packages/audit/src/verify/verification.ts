import type { ChainHead } from '../record.ts'

/**
 * - `garbage`: a line that is no record;
 * - `torn`: the last line lacks its end, as after a crash; the next append mends it;
 * - `changed`: a record whose content and hash differ;
 * - `removed`: records are missing before this one;
 * - `duplicate`: the record before has the same number;
 * - `out-of-order`: a record that belongs further up, moved, repeated, or in a segment in the wrong place;
 * - `broken-link`: the number fits, but it follows another record than the one before it;
 * - `recovery`: a recovery that does not name the bytes before it;
 * - `segment`: a file of the log is missing or cannot be read;
 * - `anchor`: the head that was noted elsewhere is not in the chain: its end was cut off, or all of it replaced.
 */
export type AuditProblemKind =
  | 'garbage'
  | 'torn'
  | 'changed'
  | 'removed'
  | 'duplicate'
  | 'out-of-order'
  | 'broken-link'
  | 'recovery'
  | 'segment'
  | 'anchor'

/** One thing that is wrong with a chain. */
export interface AuditProblem {
  /** From 1, within its segment where there are segments; 0 when it is about no line. */
  readonly line: number
  /** The file, where there are files. */
  readonly segment?: string
  /** What the line says its number is, or `null`. */
  readonly seq: number | null
  /** What is wrong, for programs. */
  readonly kind: AuditProblemKind
  /** The same for people, one sentence. */
  readonly message: string
}

/** What a verification found. */
export interface Verification {
  /** True only when there is no problem at all. */
  readonly ok: boolean
  /** Valid records, also those out of place. */
  readonly records: number
  /** The last record: note its hash elsewhere, and a later verification can prove that nothing before it changed. */
  readonly head: ChainHead
  /** Torn lines that a recovery accounts for. */
  readonly recoveries: number
  /** The first 100; `problemCount` counts all. */
  readonly problems: readonly AuditProblem[]
  /** All that were found, also those that `problems` leaves out. */
  readonly problemCount: number
}

/** A line as a reader of files hands it on; a plain string is a complete line. */
export interface AuditLine {
  /** Without its line end; `null` where it is not UTF-8 or longer than any record. */
  readonly text: string | null
  /** Its length in bytes. */
  readonly bytes: number
  /** The hash of its bytes; called only for a line that is no record. */
  readonly digest: () => string
  /** False for a last line without a line end. */
  readonly complete: boolean
  /** From 1, within its segment. */
  readonly number: number
  /** The name of the file, where a log has several. */
  readonly segment?: string
}
