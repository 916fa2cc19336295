/** Takes one column on every terminal: ASCII and the marks of our own. */
const PLAIN = /^[\x20-\x7E\u27E6\u27E7\u23CE]*$/
/** Letters of Latin, Greek and Cyrillic do as well. */
const NARROW = /^[\x20-\x7E\u27E6\u27E7\u23CE\u00C0-\u024F\u0370-\u052F]$/u

/**
 * The number of rows of a text where long lines are broken between words, at least as many as in any client; `null`
 * where clients differ: they cut long lines with wide characters, and those with runs of blanks.
 */
export function rowsOf(text: string, columns: number): number | null {
  let rows = 0
  for (const line of text.split('\n')) {
    if (widthOf(line) <= columns) rows += 1
    else if (!PLAIN.test(line) || /^ | {2}| $/.test(line)) return null
    // A blank at the end of a row may begin the next.
    else rows += brokenRows(line, columns - 1)
  }
  return rows
}

/** Characters count as wide unless they are known to be narrow, also those without a column of their own. */
function widthOf(line: string): number {
  if (PLAIN.test(line)) return line.length
  let width = 0
  for (const character of line) width += NARROW.test(character) ? 1 : 2
  return width
}

/** A word that is longer than a row begins a row of its own. */
function brokenRows(line: string, columns: number): number {
  let rows = 1
  let used = 0
  for (const { length } of line.split(' ')) {
    if (used > 0 && used + 1 + length <= columns) used += 1 + length
    else {
      if (used > 0) rows += 1
      rows += Math.ceil(length / columns) - 1
      used = length % columns || Math.min(length, columns)
    }
  }
  return rows
}
