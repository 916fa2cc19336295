/** A part of a file that resembles the text that was looked for. */
export interface NearestMatch {
  readonly firstLine: number
  readonly lines: readonly string[]
  /** The main difference in one word. */
  readonly difference: 'blanks' | 'quotes' | 'case' | 'text'
}

/** Comparing every line costs: of larger files only the exact stages are tried. */
const MOST_COMPARED_LINES = 20_000
const LEAST_LIKENESS = 0.6
const MOST_SHOWN_LINES = 12

const SMART: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
}

const withoutBlanks = (line: string) => line.replaceAll(/\s+/g, '')
const withoutQuotes = (line: string) => withoutBlanks(line).replaceAll(/[‘’“”–—…]/g, (found) => SMART[found]!)

const STAGES: readonly (readonly [NearestMatch['difference'], (line: string) => string])[] = [
  ['blanks', withoutBlanks],
  ['quotes', withoutQuotes],
  ['case', (line) => withoutQuotes(line).toLowerCase()],
]

/** What in a text comes nearest to one that does not occur in it; `null` when nothing is like it. */
export function findNearestMatch(text: string, wanted: string): NearestMatch | null {
  const lines = text.split(/\r?\n/)
  const pattern = wanted.split(/\r?\n/)
  while (pattern.length > 1 && pattern[0]!.trim() === '') pattern.shift()
  while (pattern.length > 1 && pattern.at(-1)!.trim() === '') pattern.pop()
  if (pattern.join('').trim() === '') return null
  const show = (at: number, difference: NearestMatch['difference']): NearestMatch => ({
    firstLine: at + 1,
    lines: lines.slice(at, at + Math.min(pattern.length, MOST_SHOWN_LINES)),
    difference,
  })
  for (const [difference, fold] of STAGES) {
    const at = findLines(lines.map(fold), pattern.map(fold))
    if (at >= 0) return show(at, difference)
  }
  if (lines.length > MOST_COMPARED_LINES) return null
  const at = findMostAlike(lines, pattern)
  return at < 0 ? null : show(at, 'text')
}

function findLines(lines: readonly string[], pattern: readonly string[]): number {
  const [first = ''] = pattern
  return lines.findIndex((line, at) => {
    if (pattern.length === 1) return line.includes(first)
    return line.endsWith(first) && pattern.every((wanted, index) => isLike(lines[at + index], wanted, index, pattern))
  })
}

/** The first and the last line of a text may be parts of lines. */
function isLike(line: string | undefined, wanted: string, index: number, pattern: readonly string[]): boolean {
  if (line === undefined) return false
  if (index === 0) return line.endsWith(wanted)
  return index === pattern.length - 1 ? line.startsWith(wanted) : line === wanted
}

function findMostAlike(lines: readonly string[], pattern: readonly string[]): number {
  // The longest line is the most distinctive one.
  const telling = pattern.reduce((best, line, index) => (line.length > pattern[best]!.length ? index : best), 0)
  const wanted = pairsOf(pattern[telling]!)
  if (wanted.size === 0) return -1
  let best = -1
  let likeness = LEAST_LIKENESS
  for (const [index, line] of lines.entries()) {
    const own = likenessOf(wanted, pairsOf(line.slice(0, 1000)))
    if (own > likeness) [best, likeness] = [index, own]
  }
  return best < 0 ? -1 : Math.max(0, best - telling)
}

function pairsOf(line: string): ReadonlySet<string> {
  const text = withoutBlanks(line)
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2))
  return pairs
}

/** Dice's coefficient of two sets. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0
  let both = 0
  for (const pair of one) if (other.has(pair)) both++
  return (2 * both) / (one.size + other.size)
}
