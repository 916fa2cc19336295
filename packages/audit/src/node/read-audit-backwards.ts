import { closeSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AuditRecord } from '../record.ts'
import { tailEntry, type TailEntry } from './read-audit-tail.ts'
import { MAX_LINE_BYTES, readLines } from './read-lines.ts'
import { lineStart } from './segment-end.ts'
import { listSegments, openSegment, type Segment } from './segments.ts'

/** Which records are read backwards, and how many. */
export interface BackwardsOptions {
  /** Begin with the record before this number. Default: with the last one. */
  readonly before?: number
}

/** So many bytes are read at once, and the lines in them handed on, before the event loop has its turn. */
const WINDOW_BYTES = 128 * 1024

/**
 * The lines of a log, the newest first. It finds the record to begin with by halves, locks nothing, and skips a line that
 * is still being written. A folder that does not exist is an empty log.
 *
 * @throws AuditError when the folder or a file cannot be read
 */
export async function* readAuditBackwards(
  directory: string,
  { before }: BackwardsOptions = {},
): AsyncGenerator<TailEntry, void, undefined> {
  const path = resolve(directory)
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return
  let isFound = before === undefined
  for (const segment of listSegments(path).toReversed()) {
    const { descriptor, stats } = openSegment(segment, 'read')
    try {
      let end = stats.size
      if (!isFound) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        end = await offsetOf({ segment, descriptor }, stats.size, before!)
        isFound = end > 0
      }
      yield* linesBackwards({ segment, descriptor }, end)
    } finally {
      closeSync(descriptor)
    }
  }
}

interface OpenFile {
  readonly segment: Segment
  readonly descriptor: number
}

async function* linesBackwards({ segment, descriptor }: OpenFile, size: number): AsyncGenerator<TailEntry> {
  let end = size
  while (end > 0) {
    // A line begins at `start`, and one ends at `end`; the last one of the file may lack its end.
    const start = startBefore(descriptor, Math.max(1, end - WINDOW_BYTES))
    const entries: TailEntry[] = []
    const range = { from: start, to: end, segment: segment.name }
    for await (const line of readLines(descriptor, range)) if (line.complete) entries.push(tailEntry(line))
    yield* entries.toReversed()
    end = start
  }
}

/** Where the first line begins whose record has this number or a higher one; the end where none has. */
async function offsetOf({ segment, descriptor }: OpenFile, size: number, number: number): Promise<number> {
  let low = 0
  let high = size
  while (low < high) {
    const middle = startBefore(descriptor, Math.floor((low + high) / 2) + 1)
    // oxlint-disable-next-line no-await-in-loop -- by halves
    const found = await firstRecord(descriptor, { from: middle, to: high, segment: segment.name })
    if (found !== null && found.record.seq < number) low = found.next
    else high = middle
  }
  return high
}

async function firstRecord(
  descriptor: number,
  range: { readonly from: number; readonly to: number; readonly segment: string },
): Promise<{ readonly record: AuditRecord; readonly next: number } | null> {
  for await (const line of readLines(descriptor, range)) {
    const { record } = tailEntry(line)
    if (record !== null && line.complete) return { record, next: line.next }
  }
  return null
}

/** Where the line begins that has the byte before `offset`; where no line is so long, as far back as one could be. */
const startBefore = (descriptor: number, offset: number): number =>
  lineStart(descriptor, offset - 1) ?? Math.max(0, offset - 1 - MAX_LINE_BYTES)
