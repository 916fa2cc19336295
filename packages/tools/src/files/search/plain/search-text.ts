import type { FoundLine, SearchQuery } from '../search-engine.ts'

/** What was found in a text. */
export interface TextMatches {
  readonly lines: readonly FoundLine[]
  readonly count: number
  /** Where the first match begins; `null` without one. */
  readonly firstAt: number | null
}

type Around = Pick<SearchQuery, 'before' | 'after'>

/** Finds what fits, line by line or across lines, with the lines around it. */
export function searchText(
  text: string,
  pattern: RegExp,
  isMultiline: boolean,
  around: Around,
  enough: number,
): TextMatches {
  const lines = text.split('\n')
  // What follows the last line feed is no line.
  if (lines.at(-1) === '') lines.pop()
  const matched = isMultiline ? matchAcross(text, pattern, enough) : matchLines(lines, pattern, enough)
  return { ...matched, lines: withAround(lines, matched.numbers, around) }
}

interface Matched {
  /** Indexes of lines that have a match, or a part of one. */
  readonly numbers: readonly number[]
  readonly count: number
  readonly firstAt: number | null
}

function matchLines(lines: readonly string[], pattern: RegExp, enough: number): Matched {
  const numbers: number[] = []
  let at = 0
  let firstAt: number | null = null
  for (const [index, line] of lines.entries()) {
    if (fits(line, pattern)) {
      numbers.push(index)
      firstAt ??= at
      if (numbers.length >= enough) break
    }
    at += line.length + 1
  }
  return { numbers, count: numbers.length, firstAt }
}

/** Whether a line has a match, other than one of nothing within a character. */
function fits(line: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line)) {
    if (!isWithinCharacter(line, found.index)) return true
    pattern.lastIndex = found.index + 1
  }
  return false
}

/** V8 looks for `^$` and the like also between the halves of a character, where it sees neither of them. */
function isWithinCharacter(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

function matchAcross(text: string, pattern: RegExp, enough: number): Matched {
  const numbers: number[] = []
  let count = 0
  let firstAt: number | null = null
  let line = 0
  let lineStart = 0
  let end = -1
  pattern.lastIndex = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    // Nothing is found behind the last character.
    if (found === '' && index === text.length) break
    // Nor is nothing found where a match has just ended.
    if (found === '' && (index === end || isWithinCharacter(text, index))) continue
    end = index + found.length
    count++
    firstAt ??= index
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < index; next = text.indexOf('\n', lineStart)) {
      line++
      lineStart = next + 1
    }
    const spanned = found.replace(/\n$/, '').split('\n').length
    for (let number = line; number < line + spanned; number++) if (numbers.at(-1) !== number) numbers.push(number)
    if (count >= enough) break
  }
  return { numbers: [...new Set(numbers)], count, firstAt }
}

function withAround(
  lines: readonly string[],
  numbers: readonly number[],
  { before, after }: Around,
): readonly FoundLine[] {
  const matched = new Set(numbers)
  const shown: FoundLine[] = []
  const starts = startsOf(lines)
  let next = 0
  for (const number of numbers) {
    const from = Math.max(next, number - before)
    const to = Math.min(lines.length - 1, number + after)
    for (let index = from; index <= to; index++) {
      shown.push({ number: index + 1, text: lines[index]!, isMatch: matched.has(index), at: starts[index]! })
    }
    next = Math.max(next, to + 1)
  }
  return shown
}

function startsOf(lines: readonly string[]): readonly number[] {
  let at = 0
  return lines.map((line) => {
    const start = at
    at += line.length + 1
    return start
  })
}
