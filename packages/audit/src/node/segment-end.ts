import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { AuditError } from '../audit-error.ts'
import { parseRecord, type AuditRecord } from '../record.ts'
import { sha256 } from './hash.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

const CHUNK_BYTES = 64 * 1024
const LINE_END = 0x0a

/** How a segment ends. */
export interface SegmentEnd {
  /** The last record with a line end, or `null` when there is none. */
  readonly record: AuditRecord | null
  /** What stands after it: nothing, or what a write that was cut off left. */
  readonly rest: Uint8Array
}

/**
 * Reads how a segment ends from its end backwards, however long it is.
 *
 * @throws AuditError `AUDIT_DAMAGED` when the last whole line is no valid record, so that nothing can be chained to it
 */
export function readSegmentEnd(path: string, descriptor: number, size: number): SegmentEnd {
  const restStart = lineStart(descriptor, size)
  if (restStart === null) throw damaged(path, size, 'no line ends where the longest record would have ended')
  const rest = readRange(descriptor, restStart, size)
  if (restStart === 0) return { record: null, rest }
  const start = lineStart(descriptor, restStart - 1)
  if (start === null) throw damaged(path, restStart, 'its last line is longer than any record')
  const parsed = parseBytes(readRange(descriptor, start, restStart - 1))
  if (parsed === null) throw damaged(path, start, 'its last line is no valid record')
  return { record: parsed, rest }
}

/** The record that these bytes are, or `null`. */
export function parseBytes(bytes: Uint8Array): AuditRecord | null {
  if (!isUtf8(bytes)) return null
  const parsed = parseRecord(Buffer.from(bytes).toString('utf8'), sha256)
  return 'record' in parsed ? parsed.record : null
}

/** Where the last `count` whole lines before `end` start, and how many of them there are. */
export function startOfLastLines(descriptor: number, end: number, count: number): { start: number; lines: number } {
  let lines = -1
  for (let offset = end; offset > 0;) {
    const from = Math.max(0, offset - CHUNK_BYTES)
    const chunk = readRange(descriptor, from, offset)
    for (let index = chunk.length; index > 0;) {
      index = chunk.lastIndexOf(LINE_END, index - 1)
      if (index < 0) break
      // The first one found ends the last whole line; each further one ends the line before those counted.
      lines++
      if (lines === count) return { start: from + index + 1, lines }
    }
    offset = from
  }
  return { start: 0, lines: Math.max(0, lines + 1) }
}

/** Where the line starts that ends before `end`; `null` when that is further back than any record reaches. */
export function lineStart(descriptor: number, end: number): number | null {
  for (let offset = end; offset > 0;) {
    const from = Math.max(0, offset - CHUNK_BYTES)
    const found = readRange(descriptor, from, offset).lastIndexOf(LINE_END)
    if (found >= 0) return from + found + 1
    offset = from
    if (end - offset > MAX_LINE_BYTES) return null
  }
  return 0
}

function readRange(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from)
  let length = 0
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, from + length)
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}

function damaged(path: string, offset: number, problem: string): AuditError {
  return new AuditError(`Nothing can be appended to ${path}: ${problem}.`, {
    code: 'AUDIT_DAMAGED',
    remedy: 'Verify the log, keep a copy of its folder as evidence, and start a new one in an empty folder.',
    details: { path, offset },
  })
}
