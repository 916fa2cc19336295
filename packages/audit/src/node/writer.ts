import { closeSync, fdatasyncSync, lstatSync, writeSync } from 'node:fs'
import { AuditError } from '../audit-error.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { RecoveryData } from '../record-data.ts'
import { EMPTY_HEAD, formRecord, type ChainHead } from '../record.ts'
import { sha256 } from './hash.ts'
import { parseBytes, readSegmentEnd } from './segment-end.ts'
import { checkFolder, listSegments, openSegment, segmentAt, syncDirectory, type OpenSegment } from './segments.ts'
import { systemError } from './system-error.ts'
import { checkTrust } from './trust.ts'

/** What is to be recorded; `data` is canonical JSON. */
export interface RecordContent {
  readonly type: string
  readonly data: string
  readonly time: string
}

/** Writes records at the end of a log. All of it is synchronous and belongs under the lock. */
export interface Writer {
  readonly head: ChainHead
  /**
   * Finds the end of the log, which other processes move.
   *
   * @param unannounced whether nobody has begun a segment since the last refresh: then nobody looks for one
   */
  refresh(unannounced?: boolean): void
  /** One record in one write; what a write before it left torn is accounted for first. */
  write(content: RecordContent): { readonly seq: number; readonly prev: string; readonly hash: string }
  /** The file of the last record, to be made durable; `undefined` before the first. */
  readonly descriptor: number | undefined
  close(): void
}

interface Position {
  /** `null` for a log without files. */
  readonly segment: OpenSegment | null
  /** Path of the segment that the writer begins who fills this one up. */
  readonly next: string
  readonly end: number
  readonly head: ChainHead
  /** Bytes at the end that are no whole line. */
  readonly rest: Uint8Array
}

const NOTHING = new Uint8Array(0)

export interface WriterOptions {
  readonly segmentBytes: number
  /** Whether what a finished segment holds is made durable before the next is begun. */
  readonly durable: boolean
  /** Is called before a segment is begun, which the others then look for. */
  readonly announce: () => void
}

/** Writes at the end of the log in a folder. */
export function createWriter(directory: string, options: WriterOptions): Writer {
  return new SegmentWriter(directory, options)
}

class SegmentWriter implements Writer {
  readonly #directory: string
  readonly #options: WriterOptions
  readonly #user = process.geteuid?.()
  #position: Position | null = null
  #head = EMPTY_HEAD

  constructor(directory: string, options: WriterOptions) {
    this.#directory = directory
    this.#options = options
  }

  get head(): ChainHead {
    return this.#head
  }

  get descriptor(): number | undefined {
    return this.#position?.segment?.descriptor
  }

  refresh(unannounced = false): void {
    try {
      checkFolder(this.#directory, this.#user)
      if (this.#position !== null && isCurrent(this.#position, unannounced, this.#user)) return
      this.close()
      const found = findEnd(this.#directory)
      this.#position = found
      if (found.head.seq < this.#head.seq) throw replaced(this.#directory, 'has lost records that it had')
      this.#head = found.head
    } catch (error) {
      this.close()
      throw systemError(error, 'read', this.#directory)
    }
  }

  write(content: RecordContent): { readonly seq: number; readonly prev: string; readonly hash: string } {
    if (this.#position === null) this.refresh()
    let at: Position = this.#position ?? emptyPosition(this.#directory)
    let segment = at.segment
    if (segment !== null) at = this.#mend(at, segment, content.time)
    const before = at.rest.length > 0 ? '\n' : ''
    // About the size of the record: a segment may be larger than its limit by one record.
    const isFull = before === '' && at.end > 0 && at.end + content.data.length > this.#options.segmentBytes
    if (segment === null || isFull) {
      segment = this.#begin((segment?.number ?? 0) + 1, segment)
      at = { ...at, segment, next: pathAfter(this.#directory, segment), end: 0 }
      this.#position = at
    }
    return this.#put(at, segment, content, before)
  }

  close(): void {
    if (this.#position?.segment != null) closeSync(this.#position.segment.descriptor)
    this.#position = null
  }

  /** Accounts for bytes at the end that are no whole line. */
  #mend(at: Position, segment: OpenSegment, time: string): Position {
    if (at.rest.length === 0) return at
    const record = parseBytes(at.rest)
    if (record !== null && record.seq === at.head.seq + 1 && record.prev === at.head.hash) {
      // Only its line end is missing: the record counts, and the next write begins with that.
      return { ...at, head: { seq: record.seq, hash: record.hash } }
    }
    const data: RecoveryData = { bytes: at.rest.length, hash: sha256(at.rest) }
    this.#put(at, segment, { type: 'recovery', data: canonicalJson(data), time }, '\n')
    return this.#position ?? at
  }

  #begin(number: number, finished: OpenSegment | null): OpenSegment {
    this.#options.announce()
    const segment = openSegment(segmentAt(this.#directory, number), 'create')
    try {
      if (this.#options.durable) {
        if (finished !== null) fdatasyncSync(finished.descriptor)
        syncDirectory(this.#directory)
      }
    } catch (error) {
      closeSync(segment.descriptor)
      throw systemError(error, 'make durable', segment.path)
    }
    if (finished !== null) closeSync(finished.descriptor)
    return segment
  }

  /** Writes one record after what the position says, and moves it on. */
  #put(at: Position, segment: OpenSegment, content: RecordContent, before: string) {
    const { seq, hash, line } = formRecord(at.head, content, sha256)
    try {
      const bytes = writeLine(segment, line, before)
      const head = { seq, hash }
      this.#position = { segment, next: at.next, head, end: at.end + bytes, rest: NOTHING }
      this.#head = head
    } catch (error) {
      // How much of it was written is for the next one to find out.
      this.close()
      throw systemError(error, 'write to', segment.path)
    }
    return { seq, prev: at.head.hash, hash }
  }
}

const emptyPosition = (directory: string): Position => ({
  segment: null,
  next: segmentAt(directory, 1).path,
  end: 0,
  head: EMPTY_HEAD,
  rest: NOTHING,
})

const pathAfter = (directory: string, { number }: OpenSegment): string => segmentAt(directory, number + 1).path

/** Opens the last segment of a folder, and reads its end. */
function findEnd(directory: string): Position {
  const segments = listSegments(directory)
  const last = segments.at(-1)
  if (last === undefined) return emptyPosition(directory)
  const segment = openSegment(last, 'append')
  try {
    const end = segment.stats.size
    const { record, rest } = readSegmentEnd(segment.path, segment.descriptor, end)
    // A segment begun but not yet written to goes on from the one before it.
    const head = record ?? lastRecordOf(segments.slice(0, -1)) ?? EMPTY_HEAD
    return { segment, next: pathAfter(directory, segment), end, head: { seq: head.seq, hash: head.hash }, rest }
  } catch (error) {
    closeSync(segment.descriptor)
    throw systemError(error, 'read', segment.path)
  }
}

function isCurrent({ segment, end, next }: Position, unannounced: boolean, user: number | undefined): boolean {
  const nextExists = !unannounced && lstatSync(next, { throwIfNoEntry: false }) !== undefined
  if (segment === null) return !nextExists
  const stats = lstatSync(segment.path, { throwIfNoEntry: false })
  if (stats === undefined) throw replaced(segment.path, 'has been removed or moved')
  checkTrust(segment.path, stats, 'file', user)
  if (stats.ino !== segment.stats.ino || stats.dev !== segment.stats.dev) {
    throw replaced(segment.path, 'is another file than before')
  }
  if (stats.size < end) throw replaced(segment.path, `has become shorter, from ${end} to ${stats.size} bytes`)
  return stats.size === end && !nextExists
}

/** Answers how many bytes it wrote. */
function writeLine(segment: OpenSegment, line: string, before: string): number {
  const text = `${before}${line}\n`
  const length = Buffer.byteLength(text)
  // As it is, which takes half the time of a copy of its bytes.
  let written = writeSync(segment.descriptor, text)
  if (written === length) return length
  const bytes = Buffer.from(text)
  // Short only when the disk fills up; going on then reports it.
  while (written < length) written += writeSync(segment.descriptor, bytes, written)
  return length
}

function lastRecordOf(segments: ReturnType<typeof listSegments>): ChainHead | null {
  for (const segment of segments.toReversed()) {
    const { descriptor, path, stats } = openSegment(segment, 'append')
    try {
      const { record, rest } = readSegmentEnd(path, descriptor, stats.size)
      if (rest.length > 0) throw damagedBefore(path)
      if (record !== null) return record
    } finally {
      closeSync(descriptor)
    }
  }
  return null
}

function damagedBefore(path: string): AuditError {
  return new AuditError(`${path} ends within a line although a segment follows it.`, {
    code: 'AUDIT_DAMAGED',
    remedy: 'Verify the log, keep a copy of its folder as evidence, and start a new one in an empty folder.',
    details: { path },
  })
}

function replaced(path: string, problem: string): AuditError {
  return new AuditError(`The audit log ${path} ${problem} while it was in use.`, {
    code: 'AUDIT_REPLACED',
    remedy: 'Find out who did that; a new process continues from the files as they are now.',
    details: { path },
  })
}
