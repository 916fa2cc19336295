import type { FoundPlace } from '@poundlock/spec/patterns'
import { WORD } from './rust-escape.ts'

/** Two points that are no characters, and stand in no text. Source: Unicode, chapter 23.7. */
const AT_WORD = 0xfdd0
const WITHIN = 0xfdd1
const OTHER = '\uFDD2'

/** As an expression names the marks: where a word begins or ends, elsewhere, and both. */
export const boundaryMarks = {
  atWord: String.raw`\x{fdd0}`,
  within: String.raw`\x{fdd1}`,
  any: String.raw`[\x{fdd0}\x{fdd1}]`,
  points: [AT_WORD, WITHIN],
} as const

const isWord = new RegExp(`^${WORD}$`, 'v')
const AT_WORD_MARK = String.fromCodePoint(AT_WORD)
const WITHIN_MARK = String.fromCodePoint(WITHIN)

/**
 * A text with a mark before each character and at its end, which says whether a word of Unicode begins or ends there:
 * an engine that goes through a text once cannot look at the character that follows, and this one knows words of ASCII.
 */
export function markBoundaries(text: string): string {
  const parts: string[] = []
  let before = false
  for (const character of text) {
    const own = isWord.test(character)
    parts.push(own === before ? WITHIN_MARK : AT_WORD_MARK, /[\uFDD0\uFDD1]/.test(character) ? OTHER : character)
    before = own
  }
  parts.push(before ? AT_WORD_MARK : WITHIN_MARK)
  return parts.join('')
}

/** Places of a marked text as places of the text. */
export function* unmark(places: Iterable<FoundPlace>, text: string): Iterable<FoundPlace> {
  /** A place behind a mark: `plain` in the text, `marked` in the marked one. */
  let plain = 0
  let marked = 1
  const placeOf = (at: number): number => {
    while (marked < at) {
      const length = text.codePointAt(plain)! > 0xffff ? 2 : 1
      plain += length
      marked += length + 1
    }
    return plain
  }
  for (const { start, end } of places) {
    const from = placeOf(start)
    // Between a character and the mark behind it is no place of the text.
    if (marked === start) yield { start: from, end: placeOf(end) }
  }
}
