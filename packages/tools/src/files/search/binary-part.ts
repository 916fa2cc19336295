import { readMark } from '../text/text-encoding.ts'

/** So much is looked at at once. Source: crate `grep-searcher`, `DEFAULT_BUFFER_CAPACITY`. */
const WINDOW = 65_536
/** In parts of this size. */
const MOST_AT_ONCE = 1 << 20

/** Gives bytes of a file: from a place on, at most so many, none behind its end. */
export type ReadAt = (position: number, length: number) => Promise<Buffer>

/** A file with NUL bytes, as a search sees it. */
export interface BinaryPart {
  /** Where the first NUL byte is. */
  readonly nulAt: number
  /**
   * Up to where it is searched: a search ends before the stretch that has a NUL byte, and what it found before, in a long
   * file, counts.
   */
  readonly searchedTo: number
}

/** @returns `null` for a file without NUL bytes, and for UTF-16, which has them for a reason */
export async function findBinaryPart(readAt: ReadAt): Promise<BinaryPart | null> {
  let start = 0
  let end = 0
  let window = WINDOW
  let isFirst = true
  for (;;) {
    // Where no line ends in it, it grows (crate `grep-searcher`, `LineBuffer::ensure_capacity`), and stays as it is then.
    if (end - start >= window) window *= 3
    let nextStart = start
    for (const stretchEnd = start + window; end < stretchEnd;) {
      const bytes = await readAt(end, Math.min(stretchEnd - end, MOST_AT_ONCE))
      if (bytes.length === 0) return null
      if (isFirst && (readMark(bytes)?.encoding ?? 'utf-8') !== 'utf-8') return null
      isFirst = false
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
