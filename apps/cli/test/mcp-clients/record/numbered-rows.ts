const numbers = (most: number) => Array.from({ length: most }, (_, index) => String(index + 1).padStart(4, '0'))
const rows = (most: number) => numbers(most).join('\n')

/** Texts of which what is shown can be counted. */
export const NUMBERED: Readonly<Record<string, string>> = {
  three: rows(3),
  four: rows(4),
  ten: rows(10),
  nineteen: rows(19),
  /** More than any terminal has. */
  lines: rows(80),
  /** One line that is broken between words. */
  words: numbers(2000).join(' '),
  /** One line without a place to break it. */
  letters: numbers(2000).join('_'),
}
