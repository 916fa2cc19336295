import { canonicalJson } from './canonical-json.ts'
import type { DataOf } from './record-data.ts'
import { EMPTY_HEAD, formRecord, type AuditHash, type AuditRecord, type ChainHead } from './record.ts'

/** Makes records, each linked to the one before; it keeps none but the last one's hash. */
export interface AuditChain {
  /** The last record so far; of a new chain, the beginning that it was made with. */
  readonly head: ChainHead
  /**
   * The next record, and its line without a line end. What was not written must not be counted: when writing a line
   * fails, make a new chain from the head that was reached.
   *
   * @param time ISO 8601 in UTC
   * @throws AuditError `AUDIT_DATA`
   */
  append<Type extends string>(type: Type, data: DataOf<Type>, time: string): { record: AuditRecord<Type>; line: string }
}

/**
 * A chain that starts empty, or goes on after `head`.
 *
 * @example
 * const chain = createChain({ hash: (text) => createHash('sha256').update(text).digest('hex') })
 * const { line } = chain.append('run-end', data, '2025-01-01T00:00:00.000Z')
 */
export function createChain(options: { readonly hash: AuditHash; readonly head?: ChainHead }): AuditChain {
  let head = options.head ?? EMPTY_HEAD
  return {
    get head() {
      return head
    },
    append(type, data, time) {
      const { seq, hash, line } = formRecord(head, { type, data: canonicalJson(data), time }, options.hash)
      const record = { seq, time, prev: head.hash, type, data, hash }
      head = { seq, hash }
      return { record, line }
    },
  }
}
