import { closeSync, fstatSync, statSync, watch } from 'node:fs'
import { resolve } from 'node:path'
import { parseRecord, type AuditRecord } from '../record.ts'
import { sha256 } from './hash.ts'
import { readLines, type LocatedLine } from './read-lines.ts'
import { startOfLastLines } from './segment-end.ts'
import { listSegments, openSegment, segmentAt, type Segment } from './segments.ts'

/** How many of the last records are read. */
export interface TailOptions {
  /** Goes on with what is appended, until the signal or the end of the loop. */
  readonly follow?: boolean
  /** Ends the reading, also between two records. */
  readonly abortSignal?: AbortSignal
}

/** One line of a log. */
export interface TailEntry {
  /** `null` where the line is no valid record; whether it follows the one before is what a verification tells. */
  readonly record: AuditRecord | null
  /** The line; `null` where it is not UTF-8 or too long. It may hold what a terminal should not be sent. */
  readonly text: string | null
  /** The name of its file. */
  readonly segment: string
}

/** Some systems report no changes for some file systems. */
const POLL_MS = 1000

interface LineRange {
  readonly segment: Segment
  readonly from: number
}

/**
 * The last `count` lines of a log, oldest first, and with `follow` those that come after. It reads backwards from the
 * end, locks nothing, and skips a line that is still being written. A folder that does not exist is an empty log.
 *
 * @throws AuditError when the folder or a file cannot be read
 */
export async function* readAuditTail(
  directory: string,
  count: number,
  options: TailOptions = {},
): AsyncGenerator<TailEntry, void, undefined> {
  const path = resolve(directory)
  const { follow = false, abortSignal } = options
  const changes = follow ? watchFolder(path, abortSignal) : null
  try {
    const ranges = findLastLines(path, count)
    let last = ranges.pop() ?? { segment: segmentAt(path, 1), from: 0 }
    for (const range of ranges) yield* readFrom(range)
    for (;;) {
      let from = last.from
      for await (const line of linesFrom(last)) {
        from = line.next
        yield tailEntry(line)
        if (abortSignal?.aborted === true) return
      }
      const next = segmentAt(path, last.segment.number + 1)
      const moved = statSync(next.path, { throwIfNoEntry: false }) !== undefined
      // A segment is finished before the next one is begun: one more look at it, then on.
      if (moved) yield* readFrom({ segment: last.segment, from })
      last = moved ? { segment: next, from: 0 } : { segment: last.segment, from }
      if (moved) continue
      if (changes === null || !(await changes.next())) return
    }
  } finally {
    changes?.close()
  }
}

function findLastLines(path: string, count: number): LineRange[] {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return []
  const ranges: LineRange[] = []
  let wanted = Math.max(0, count)
  for (const segment of listSegments(path).toReversed()) {
    if (ranges.length > 0 && wanted === 0) break
    const { descriptor, stats } = openSegment(segment, 'read')
    try {
      const { start, lines } = startOfLastLines(descriptor, stats.size, wanted)
      ranges.unshift({ segment, from: start })
      wanted -= lines
    } finally {
      closeSync(descriptor)
    }
  }
  return ranges
}

async function* readFrom(range: LineRange): AsyncGenerator<TailEntry, void, undefined> {
  for await (const line of linesFrom(range)) yield tailEntry(line)
}

async function* linesFrom({ segment, from }: LineRange): AsyncGenerator<LocatedLine, void, undefined> {
  if (statSync(segment.path, { throwIfNoEntry: false }) === undefined) return
  const { descriptor } = openSegment(segment, 'read')
  try {
    const range = { from, to: fstatSync(descriptor).size, segment: segment.name }
    for await (const line of readLines(descriptor, range)) if (line.complete) yield line
  } finally {
    closeSync(descriptor)
  }
}

/** What a line of a file is. */
export function tailEntry(line: LocatedLine): TailEntry {
  const parsed = line.text === null ? null : parseRecord(line.text, sha256)
  const record = parsed !== null && 'record' in parsed ? parsed.record : null
  return { record, text: line.text, segment: line.segment ?? '' }
}

/** Tells that something changed since the last time it was asked; false when it was aborted. */
function watchFolder(path: string, abortSignal: AbortSignal | undefined) {
  let changed = false
  let wake = (): void => {}
  const notice = (): void => {
    changed = true
    wake()
  }
  const watcher = tryWatch(path, notice)
  abortSignal?.addEventListener('abort', notice)
  return {
    async next(): Promise<boolean> {
      if (!changed && abortSignal?.aborted !== true) {
        await new Promise<void>((resolveOne) => {
          const timer = setTimeout(resolveOne, POLL_MS)
          wake = () => {
            clearTimeout(timer)
            resolveOne()
          }
        })
      }
      changed = false
      return abortSignal?.aborted !== true
    },
    close(): void {
      watcher?.close()
      abortSignal?.removeEventListener('abort', notice)
    },
  }
}

function tryWatch(path: string, notice: () => void): { close(): void } | null {
  try {
    return watch(path, notice).on('error', () => {})
  } catch {
    // The folder does not exist yet, or the system has no more watches: asking now and then is enough.
    return null
  }
}
