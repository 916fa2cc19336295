import type { LinearFinder } from '@poundlock/spec/patterns'
import type { FoundLine, SearchQuery } from '../search-engine.ts'

/** What is looked for, in time proportional to the text. */
export type TextPattern = LinearFinder

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
  pattern: TextPattern,
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

function matchLines(lines: readonly string[], pattern: TextPattern, enough: number): Matched {
  const numbers: number[] = []
  let at = 0
  let firstAt: number | null = null
  for (const [index, line] of lines.entries()) {
    if (pattern.occursIn(line)) {
      numbers.push(index)
      firstAt ??= at
      if (numbers.length >= enough) break
    }
    at += line.length + 1
  }
  return { numbers, count: numbers.length, firstAt }
}

function matchAcross(text: string, pattern: TextPattern, enough: number): Matched {
  const numbers: number[] = []
  let count = 0
  let firstAt: number | null = null
  let line = 0
  let lineStart = 0
  let lastEnd = -1
  for (const { start, end } of pattern.places(text)) {
    // Nothing is found behind the last character.
    if (start === end && start === text.length) break
    // Nor is nothing found where a match has just ended.
    if (start === end && start === lastEnd) continue
    lastEnd = end
    count++
    firstAt ??= start
    for (let next = text.indexOf('\n', lineStart); next >= 0 && next < start; next = text.indexOf('\n', lineStart)) {
      line++
      lineStart = next + 1
    }
    const spanned = text.slice(start, end).replace(/\n$/, '').split('\n').length
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
