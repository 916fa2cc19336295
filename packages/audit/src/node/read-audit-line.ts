import { parseRecord, type AuditRecord } from '../record.ts'
import { sha256 } from './hash.ts'

/** The record of a line whose hash is right; `null` for any other line. Whether it follows another one is not looked at. */
export function readAuditLine(line: string): AuditRecord | null {
  const parsed = parseRecord(line, sha256)
  return 'record' in parsed ? parsed.record : null
}
