import { AuditError } from './audit-error.ts'
import { canonicalJson } from './canonical-json.ts'
import type { DataOf } from './record-data.ts'

/** SHA-256 of a text's UTF-8 bytes as 64 lowercase hexadecimal digits. */
export type AuditHash = (text: string) => string

/** One link of a chain. */
export interface AuditRecord<Type extends string = string> {
  /** From 1, without gaps. */
  readonly seq: number
  /** ISO 8601 in UTC, as the writer's clock had it: the chain proves the order, not the time. */
  readonly time: string
  /** The `hash` of the record before; 64 zeros in the first. */
  readonly prev: string
  /** What happened; a key of `AuditRecordData`, or a type of somebody else's. */
  readonly type: Type
  /** What is told of it; its shape goes with `type`. */
  readonly data: DataOf<Type>
  /** Of the canonical JSON of all other members. */
  readonly hash: string
}

/** The last record of a chain, which stands for all before it. */
export interface ChainHead {
  /** 0 for an empty chain. */
  readonly seq: number
  /** SHA-256 of the record, 64 hexadecimal digits. */
  readonly hash: string
}

/** The head of a chain without records. */
export const EMPTY_HEAD: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/** UTF-16 units that a line may have. A command of 1 MiB fits, with every character escaped. */
export const MAX_LINE_LENGTH = 8 * 1024 * 1024

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const TYPE = /^[a-z][a-z0-9-]{0,63}$/
const HASH = /^[0-9a-f]{64}$/

/** True for 64 lowercase hexadecimal digits. */
export function isHash(text: unknown): text is string {
  return typeof text === 'string' && HASH.test(text)
}

/**
 * The record that follows `head`, and its line.
 *
 * @param data canonical JSON of an object
 * @throws AuditError `AUDIT_DATA`
 */
export function formRecord(
  head: ChainHead,
  content: { readonly type: string; readonly data: string; readonly time: string },
  hash: AuditHash,
): { seq: number; hash: string; line: string } {
  const { type, data, time } = content
  const seq = head.seq + 1
  if (!TYPE.test(type)) throw refused(`"${type}" cannot be the type of a record.`, 'Use lower-case words and hyphens.')
  if (!TIME.test(time)) throw refused(`"${time}" is no time.`, 'Give ISO 8601 in UTC, as Date.toISOString() does.')
  if (!data.startsWith('{')) throw refused('The data of a record is no object.', 'Give an object.')
  const rest = `"prev":"${head.hash}","seq":${seq},"time":"${time}","type":"${type}"}`
  const digest = hash(`{"data":${data},${rest}`)
  // Sorted, `hash` comes second: so the line is canonical too, and no byte of it can change unseen.
  const line = `{"data":${data},"hash":"${digest}",${rest}`
  if (line.length > MAX_LINE_LENGTH) {
    throw refused(
      `The record would have ${line.length} characters; ${MAX_LINE_LENGTH} is the most.`,
      'Record a hash or the start of the long value.',
    )
  }
  return { seq, hash: digest, line }
}

/** What is wrong with a line on its own. */
export interface RecordFault {
  readonly kind: 'garbage' | 'changed'
  readonly message: string
  /** For `changed`: what the line says of itself. */
  readonly claimed?: AuditRecord
}

/** Reads one line: a record whose hash is right, or what is wrong with it. Never throws. */
export function parseRecord(line: string, hash: AuditHash): { record: AuditRecord } | { fault: RecordFault } {
  if (line.length > MAX_LINE_LENGTH)
    return { fault: { kind: 'garbage', message: 'The line is longer than any record.' } }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { fault: { kind: 'garbage', message: 'The line is not JSON.' } }
  }
  if (!isRecord(value)) return { fault: { kind: 'garbage', message: 'The line is JSON, but not a record.' } }
  let formed: { hash: string; line: string }
  try {
    const content = { type: value.type, data: canonicalJson(value.data), time: value.time }
    formed = formRecord({ seq: value.seq - 1, hash: value.prev }, content, hash)
  } catch {
    return { fault: { kind: 'garbage', message: 'The line is not a valid record.' } }
  }
  if (formed.hash !== value.hash) {
    return { fault: { kind: 'changed', message: 'Its hash does not match its content.', claimed: value } }
  }
  if (formed.line !== line) {
    return { fault: { kind: 'changed', message: 'It is not written in the canonical form.', claimed: value } }
  }
  return { record: value }
}

const MEMBERS = 'data,hash,prev,seq,time,type'

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { seq, time, prev, type, data, hash } = value as Record<string, unknown>
  return (
    Object.keys(value).toSorted().join(',') === MEMBERS &&
    Number.isSafeInteger(seq) &&
    (seq as number) > 0 &&
    typeof time === 'string' &&
    typeof type === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    isHash(prev) &&
    isHash(hash)
  )
}

function refused(message: string, remedy: string): AuditError {
  return new AuditError(message, { code: 'AUDIT_DATA', remedy })
}
