import { matchesAuditFilter, type AuditFilter, type AuditRecord } from '@poundlock/audit'
import { decodeJson, encodeJson, type AuditRecordView, type FrameLimits } from '@poundlock/protocol'

/** A line of a log; its record is `null` where it is none. */
export interface PageLine {
  readonly record: AuditRecord | null
  readonly text: string | null
}

/** The records of a page, the oldest first. */
export interface AuditPage {
  readonly records: AuditRecordView[]
  /** The page before has lower numbers; absent where the log begins. */
  readonly next?: number
  readonly broken: number
}

/** Lines that are looked at for one page: of a log of millions, no request reads more. */
const MOST_LINES = 20_000
const MOST_LINE_BYTES = 32 * 1024 * 1024
/** Of all records of a page; the first one is there in any case. */
const MOST_PAGE_LENGTH = 512 * 1024
/** Of one record. A node can ship what it likes: what every client can read, and no more, is passed on. */
const RECORD_LIMITS: FrameLimits = { maxBytes: 64 * 1024, maxDepth: 32, maxValues: 5000 }

/** Collects the records that fit. @param lines the newest first; they are read one after the other, and no further */
export async function collectPage(
  lines: AsyncIterable<PageLine>,
  filter: AuditFilter,
  limit: number,
): Promise<AuditPage> {
  const records: AuditRecordView[] = []
  let [looked, bytes, length, broken] = [0, 0, 0, 0]
  let last: number | undefined
  for await (const { record, text } of lines) {
    // Without a record there is no number to go on with: what is behind so many broken lines is for the verification.
    if (looked >= MOST_LINES || bytes >= MOST_LINE_BYTES || records.length >= limit) return page(records, broken, last)
    looked++
    bytes += text?.length ?? 0
    if (record === null) {
      broken++
      continue
    }
    if (matchesAuditFilter(record, filter)) {
      const { view, size } = viewOf(record)
      if (records.length > 0 && length + size > MOST_PAGE_LENGTH) return page(records, broken, last)
      length += size
      records.push(view)
    }
    // A log that was tampered with can have any numbers: a page never goes up again.
    last = Math.min(last ?? record.seq, record.seq)
  }
  return page(records, broken)
}

const page = (records: readonly AuditRecordView[], broken: number, next?: number): AuditPage => ({
  records: records.toReversed(),
  broken,
  ...(next !== undefined && { next }),
})

function viewOf(record: AuditRecord): { readonly view: AuditRecordView; readonly size: number } {
  const { seq, time, prev, type, data, hash } = record
  const whole = { seq, time, prev, type, data, hash }
  try {
    const text = encodeJson(whole, 'record')
    decodeJson(text, RECORD_LIMITS, 'record')
    return { view: whole, size: text.length }
  } catch {
    const view = { ...whole, data: {}, omitted: true } as const
    return { view, size: JSON.stringify(view).length }
  }
}
