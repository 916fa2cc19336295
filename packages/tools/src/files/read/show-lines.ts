import { isUtf8 } from 'node:buffer'
import type { TextEncoding } from '../text/text-encoding.ts'
import type { Line } from './line-range.ts'

/** A longer line is cut: one of minified code would drown everything else. */
export const MOST_LINE_CHARACTERS = 2000

export interface ShownLines {
  readonly text: string
  /** What the bytes were read as, where nothing in the file said it. */
  readonly encoding: TextEncoding
  readonly hasCarriageReturns: boolean
  readonly cutLines: number
}

/** Lines with their numbers, as `cat -n` writes them. */
export function showLines(lines: readonly Line[], first: number, encoding: TextEncoding): ShownLines {
  const read = encoding === 'utf-8' && !lines.every(isText) ? 'latin-1' : encoding
  let cutLines = 0
  const ends = lines.filter(({ bytes, length }) => length > 0 && bytes.length === length && bytes.at(-1) === 13)
  const hasCarriageReturns = ends.length > 0
  const text = lines
    .map((line, index) => {
      const number = String(first + index).padStart(6)
      const whole = line.bytes
        .toString(read === 'latin-1' ? 'latin1' : 'utf8')
        .replace(first + index === 1 ? /^\uFEFF/ : /(?!)/, '')
      const shown = cutText(line.bytes.length < line.length ? whole.replace(/\uFFFD$/, '') : whole.replace(/\r$/, ''))
      const isCut = shown.length < whole.length - 1 || line.bytes.length < line.length
      if (isCut) cutLines++
      const more = isCut ? ` … [cut: the line is ${String(line.length)} bytes long]` : ''
      return `${number}\t${shown.replaceAll('\0', '\\x00')}${more}`
    })
    .join('\n')
  return { text, encoding: read, hasCarriageReturns, cutLines }
}

/** The end of a cut line may be a part of a character. */
function isText({ bytes, length }: Line): boolean {
  if (isUtf8(bytes)) return true
  return bytes.length < length && [1, 2, 3].some((part) => isUtf8(bytes.subarray(0, -part)))
}

function cutText(text: string): string {
  if (text.length <= MOST_LINE_CHARACTERS) return text
  const cut = text.slice(0, MOST_LINE_CHARACTERS)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
