import { visibleText } from '@poundlock/spec'
import { structuredPatch } from 'diff'

/** Larger texts are summarised by size and hash. */
export const LARGEST_TEXT = 256 * 1024
/** The default number of lines that one difference shows. */
export const SHOWN_LINES = 200
/** Changed lines up to which the shortest difference is looked for: its time grows with their square. */
const LONGEST_SEARCH = 4000

/** The lines by which two texts differ. */
export interface TextDifference {
  /** As `diff -u` writes them, without the two heads; hidden characters are escaped. */
  readonly lines: readonly string[]
  /** Lines that were left out. */
  readonly omitted: number
}

/** The text of a file's bytes; `null` where they are no text. */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * A unified difference that is safe to show on a terminal: characters that hide or reorder text are escaped.
 *
 * @returns `null` when a difference would take too long to compute
 */
export function differenceOf(before: string, after: string, most = SHOWN_LINES): TextDifference | null {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: LONGEST_SEARCH })
  if (patch === undefined) return null
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines.map((line) => visibleText(line, { newlines: 'keep' })),
  ])
  return { lines: lines.slice(0, most), omitted: Math.max(0, lines.length - most) }
}

/** As diff(1) writes it: of no lines, the line before them. */
function range(start: number, lines: number): string {
  if (lines === 1) return String(start)
  return `${String(lines === 0 ? start - 1 : start)},${String(lines)}`
}
