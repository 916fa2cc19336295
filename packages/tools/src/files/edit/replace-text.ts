import { findOccurrences, type Occurrence } from './find-occurrences.ts'

export interface Replaced {
  readonly text: string
  /** Where the new text stands, in the new text as a whole. */
  readonly occurrences: readonly Occurrence[]
}

export type Replacement =
  | ({ readonly kind: 'replaced' } & Replaced)
  | { readonly kind: 'missing' }
  | { readonly kind: 'ambiguous'; readonly occurrences: readonly Occurrence[] }

/** Replaces the only occurrence of a text, or all; everything else stays as it is, to the byte. */
export function replaceText(text: string, wanted: string, replacement: string, all: boolean): Replacement {
  const found = findOccurrences(text, wanted, !all)
  if (found.length === 0) return { kind: 'missing' }
  if (found.length > 1 && !all) return { kind: 'ambiguous', occurrences: found }
  const occurrences: Occurrence[] = []
  const parts: string[] = []
  let length = 0
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  let at = 0
  for (const { start, end } of found) {
    add(text.slice(at, start))
    const begin = length
    add(withLineEnds(replacement, text, { start, end }))
    occurrences.push({ start: begin, end: length })
    at = end
  }
  add(text.slice(at))
  return { kind: 'replaced', text: parts.join(''), occurrences }
}

/** Line feeds of a new text are written as the lines end that it replaces, or the line that it stands in. */
function withLineEnds(replacement: string, text: string, { start, end }: Occurrence): string {
  if (!replacement.includes('\n')) return replacement
  const replaced = text.slice(start, end)
  const hasReturns = replaced.includes('\n') ? replaced.includes('\r\n') : endsInReturn(text, start, end)
  return hasReturns ? replacement.replaceAll(/\r?\n/g, '\r\n') : replacement
}

function endsInReturn(text: string, start: number, end: number): boolean {
  const next = text.indexOf('\n', end)
  if (next >= 0) return text[next - 1] === '\r'
  // The last line ends as the one before it.
  const before = text.lastIndexOf('\n', start)
  return before > 0 && text[before - 1] === '\r'
}

/** The number of the line that a place is in, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
