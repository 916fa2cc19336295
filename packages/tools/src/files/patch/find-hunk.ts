import { findNearestMatch } from '../edit/nearest-match.ts'
import { FileToolError } from '../file-tool-error.ts'
import type { FileLine } from './file-lines.ts'
import type { Hunk } from './patch-operation.ts'

/** Where a change belongs, and how many of its lines are there. */
export interface HunkMatch {
  readonly at: number
  /** Without stray empty lines at the end. */
  readonly lines: Hunk['lines']
}

type Fold = (line: string) => string

const SMART: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u00A0': ' ',
}

/** From lines that are the same to lines that a reader takes for the same. */
const FOLDS: readonly Fold[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => line.trim().replaceAll(/[‘’“”–—\u00A0]/g, (found) => SMART[found]!),
]

const MOST_NAMED = 10

/**
 * Where in a file the old lines of a change are, from a line on. Blanks are overlooked only as far as there is one place
 * for them; where there are several, the headers or the line number of the patch must tell which.
 *
 * @param drift by how much earlier changes moved what follows
 */
export function findHunk(
  lines: readonly FileLine[],
  hunk: Hunk,
  from: number,
  drift: number,
  shown: string,
): HunkMatch {
  const start = passHeaders(lines, hunk, from, shown)
  const search: HunkSearch = { lines, hunk, start, drift, shown }
  const found = findLines(search, hunk.lines)
  if (found !== null) return { at: found, lines: hunk.lines }
  // An empty line at the end may only set the change apart from the next one.
  const shorter = hunk.lines.slice(
    0,
    hunk.lines.findLastIndex(({ kind, text }) => kind !== 'context' || text !== '') + 1,
  )
  if (shorter.length < hunk.lines.length && shorter.length > 0) {
    const again = findLines(search, shorter)
    if (again !== null) return { at: again, lines: shorter }
  }
  throw missingError(lines, hunk, shown)
}

interface HunkSearch {
  readonly lines: readonly FileLine[]
  readonly hunk: Hunk
  readonly start: number
  readonly drift: number
  readonly shown: string
}

function findLines({ lines, hunk, start, drift, shown }: HunkSearch, wanted: Hunk['lines']): number | null {
  const old = wanted.filter(({ kind }) => kind !== 'add').map(({ text }) => text)
  if (old.length === 0) return additionStart(lines, hunk, start, drift)
  const isBlank = old.every((line) => line.trim() === '')
  const expected = hunk.startLine === null ? null : hunk.startLine - 1 + drift
  for (const [level, fold] of FOLDS.entries()) {
    if (level > 0 && isBlank) break
    const folded = lines.map(({ text }) => fold(text))
    const pattern = old.map(fold)
    const matches: number[] = []
    for (
      let at = hunk.isAtEnd ? Math.max(start, lines.length - old.length) : start;
      at + old.length <= lines.length;
      at++
    ) {
      if (pattern.every((line, index) => folded[at + index] === line)) matches.push(at)
    }
    const [first] = matches
    if (first === undefined) continue
    if (matches.length === 1 || hunk.headers.length > 0) return first
    if (expected !== null && matches.includes(expected)) return expected
    throw ambiguousError(hunk, matches, shown)
  }
  return null
}

/** Lines that are only added go where the patch says: behind its header, at its line, or at the end. */
function additionStart(lines: readonly FileLine[], hunk: Hunk, start: number, drift: number): number {
  if (hunk.headers.length > 0) return start
  if (hunk.startLine === null || hunk.isAtEnd) return lines.length
  return Math.min(Math.max(hunk.startLine + drift, start), lines.length)
}

/** @returns the line behind the last header */
function passHeaders(lines: readonly FileLine[], { headers, patchLine }: Hunk, from: number, shown: string): number {
  let at = from
  for (const header of headers) {
    const headerLines = linesOfHeader(lines, header, at)
    if (headerLines.length !== 1) {
      const problem =
        headerLines.length === 0
          ? 'does not occur'
          : `occurs at lines ${headerLines.map((line) => line + 1).join(', ')}`
      const message = `line ${String(patchLine)} of the patch: the header ${JSON.stringify(header)} ${problem} in ${shown}; nothing was changed`
      const remedy = 'Write a header that is a whole line of the file, once, or leave it out and give more context.'
      throw new FileToolError(message, { code: headerLines.length === 0 ? 'PATCH_CONTEXT' : 'PATCH_AMBIGUOUS', remedy })
    }
    at = headerLines[0]! + 1
  }
  return at
}

function linesOfHeader(lines: readonly FileLine[], header: string, from: number): readonly number[] {
  for (const fold of FOLDS) {
    const wanted = fold(header)
    const matches = lines.flatMap(({ text }, index) => (index >= from && fold(text) === wanted ? [index] : []))
    if (matches.length > 0) return matches
  }
  return []
}

function ambiguousError({ patchLine }: Hunk, matches: readonly number[], shown: string): FileToolError {
  const named = matches.slice(0, MOST_NAMED).map((at) => at + 1)
  const more = matches.length > named.length ? ', …' : ''
  const message = `line ${String(patchLine)} of the patch: the lines to change are at ${String(matches.length)} places of ${shown}: lines ${named.join(', ')}${more}; nothing was changed`
  const remedy = 'Add lines around those that are meant, or a header such as "@@ class Name".'
  return new FileToolError(message, { code: 'PATCH_AMBIGUOUS', remedy, details: { lines: named } })
}

function missingError(lines: readonly FileLine[], { lines: wanted, patchLine }: Hunk, shown: string): FileToolError {
  const old = wanted.filter(({ kind }) => kind !== 'add').map(({ text }) => text)
  const message = `line ${String(patchLine)} of the patch: the lines to change are not in ${shown}, or not behind the change before; nothing was changed`
  const nearest = findNearestMatch(lines.map(({ text }) => text).join('\n'), old.join('\n'))
  const numbered = (nearest?.lines ?? []).map(
    (line, index) => `${String(nearest!.firstLine + index).padStart(6)}\t${line.slice(0, 300)}`,
  )
  const remedy =
    nearest === null
      ? 'Read the file and copy its lines exactly.'
      : `These come nearest; copy them exactly:\n${numbered.join('\n')}`
  return new FileToolError(message, {
    code: 'PATCH_CONTEXT',
    remedy,
    details: { nearestLine: nearest?.firstLine ?? null },
  })
}
