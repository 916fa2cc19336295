import { joinLines, splitLines, type FileLine, type LineEnd } from './file-lines.ts'
import { findHunk } from './find-hunk.ts'
import type { Hunk, HunkLine } from './patch-operation.ts'

/**
 * Applies changes to a text, in their order. Lines that stay are those of the file, also where the patch has other blanks;
 * lines that are added end like those around them.
 *
 * @throws FileToolError `PATCH_CONTEXT` and `PATCH_AMBIGUOUS`
 */
export function applyHunks(text: string, hunks: readonly Hunk[], shown: string): string {
  const lines = splitLines(text)
  const usual = lines[0]?.end === '\r\n' ? '\r\n' : '\n'
  // A patch that shows carriage returns means the line ends as it shows them.
  const isExact = hunks.some((hunk) => hunk.lines.some(({ end }) => end === '\r\n'))
  const result: FileLine[] = []
  let at = 0
  let drift = 0
  for (const hunk of hunks) {
    const match = findHunk(lines, hunk, at, drift, shown)
    result.push(...lines.slice(at, match.at))
    at = applyLines(lines, match.at, match.lines, { usual, isExact }, result)
    // A wrong line number is off by the same amount in the next hunks.
    const old = match.lines.filter(({ kind }) => kind !== 'add').length
    if (hunk.startLine !== null && old > 0) drift = match.at - (hunk.startLine - 1)
  }
  result.push(...lines.slice(at))
  return joinLines(closeLines(result, usual))
}

function applyLines(
  lines: readonly FileLine[],
  start: number,
  changes: readonly HunkLine[],
  { usual, isExact }: { readonly usual: LineEnd; readonly isExact: boolean },
  result: FileLine[],
): number {
  let at = start
  // Where the patch says that the old last line has no end, it says so of the new one, too.
  const saysEnd = changes.some(({ end }) => end === '')
  const isOpen = (line: FileLine | undefined) => line !== undefined && line.end === ''
  for (const change of changes) {
    if (change.kind === 'context') {
      const line = lines[at++]!
      result.push(saysEnd && isOpen(line) && change.end !== '' ? { text: line.text, end: usual } : line)
    } else if (change.kind === 'remove') at++
    else
      result.push({ text: change.text, end: change.end ?? (isExact ? '\n' : endOf(lines[at - 1] ?? lines[at], usual)) })
  }
  // A file whose last line had no end keeps it so when others take its place.
  const last = result.at(-1)
  const wasOpen = at >= lines.length && isOpen(lines.at(-1))
  if (wasOpen && !saysEnd && at > start && last !== undefined) {
    result.pop()
    result.push({ text: last.text, end: '' })
  }
  return at
}

const endOf = (line: FileLine | undefined, usual: LineEnd): LineEnd =>
  line === undefined || line.end === '' ? usual : line.end

/** Only the last line can have no end. */
function closeLines(lines: readonly FileLine[], usual: LineEnd): readonly FileLine[] {
  return lines.map((line, index) =>
    line.end === '' && index < lines.length - 1 ? { text: line.text, end: usual } : line,
  )
}
