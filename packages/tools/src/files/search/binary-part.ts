import { readMark } from '../text/text-encoding.ts'
import type { FoundLine } from './search-engine.ts'

/** The size of one window. Source: crate `grep-searcher`, `DEFAULT_BUFFER_CAPACITY`. */
const WINDOW = 65_536
/** Bytes of the longest byte order mark. */
const MARK = 3
/** In parts of this size. */
const MOST_AT_ONCE = 1 << 20

/** Gives bytes of a file: from a place on, at most so many, none behind its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>

/** A file with NUL bytes, as a search sees it. */
export interface BinaryPart {
  /** Where the first NUL byte is. */
  readonly nulAt: number
  /** The end of the searched part: a search ends before the stretch with a NUL byte, and matches before it count. */
  readonly searchedTo: number
}

/**
 * The same where matches can span lines: the file is then read as a whole, and only its beginning and the matching
 * lines are checked (crate `grep-searcher`, `MultiLine`).
 *
 * @param lines the matches
 */
export async function findBinaryMatch(readAt: ReadAt, lines: readonly FoundLine[]): Promise<BinaryPart | null> {
  const bytes = await readAt(0, WINDOW)
  if ((readMark(bytes)?.encoding ?? 'utf-8') !== 'utf-8') return null
  const nul = bytes.indexOf(0)
  if (nul >= 0) return { nulAt: nul, searchedTo: 0 }
  const line = lines.find(({ isMatch, text }) => isMatch && text.includes('\0'))
  return line === undefined ? null : { nulAt: line.at + Buffer.from(line.text).indexOf(0), searchedTo: line.at }
}

/** @returns `null` for a file without NUL bytes, and for UTF-16, which has them for a reason */
export async function findBinaryPart(readAt: ReadAt): Promise<BinaryPart | null> {
  // ripgrep reads a possible byte order mark separately: lines that end in it are a stretch of their own.
  const head = await readAt(0, MARK)
  if ((readMark(head)?.encoding ?? 'utf-8') !== 'utf-8') return null
  let start = head.includes(0) ? 0 : head.lastIndexOf(10) + 1
  let end = start > 0 ? head.length : 0
  let window = WINDOW
  for (;;) {
    // Where no line ends in it, it grows (crate `grep-searcher`, `LineBuffer::ensure_capacity`), and stays as it is then.
    if (end - start >= window) window *= 3
    let nextStart = start
    for (const stretchEnd = start + window; end < stretchEnd;) {
      const bytes = await readAt(end, Math.min(stretchEnd - end, MOST_AT_ONCE))
      if (bytes.length === 0) return null
      const nul = bytes.indexOf(0)
      if (nul >= 0) return { nulAt: end + nul, searchedTo: start }
      const lineFeed = bytes.lastIndexOf(10)
      if (lineFeed >= 0) nextStart = end + lineFeed + 1
      end += bytes.length
    }
    // The next stretch begins with the line that this one ends in.
    start = nextStart
  }
}

/** The matches that begin before an offset, and their context lines. */
export function linesBefore(offset: number, lines: readonly FoundLine[], after: number): readonly FoundLine[] {
  const found = lines.filter(({ at }) => at < offset)
  const last = found.findLast(({ isMatch }) => isMatch)
  return last === undefined ? [] : found.filter(({ number }) => number <= last.number + after)
}
