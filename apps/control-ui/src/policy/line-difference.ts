import type { DifferenceLine } from '../text/difference.tsx'

/** Lines around a change that are shown. */
const AROUND = 3
/** Texts of more lines, apart from what they have in common at both ends, are shown as removed and added whole. */
const MOST_LINES = 1500

/** What has to be removed and added to make one text of the other, with some lines around. */
export function lineDifference(before: string, after: string): readonly DifferenceLine[] {
  if (before === after) return []
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const changed = differenceOf(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const context = (lines: readonly string[]): DifferenceLine[] =>
    lines.map((line) => ({ kind: 'context', text: ` ${line}` }))
  return [
    { kind: 'hunk', text: `@@ line ${start + 1} @@` },
    ...context(a.slice(Math.max(0, start - AROUND), start)),
    ...changed,
    ...context(a.slice(a.length - end, a.length - end + AROUND)),
  ]
}

/** By the longest common sequence of lines. */
function differenceOf(a: readonly string[], b: readonly string[]): readonly DifferenceLine[] {
  const removed = (text: string): DifferenceLine => ({ kind: 'removed', text: `-${text}` })
  const added = (text: string): DifferenceLine => ({ kind: 'added', text: `+${text}` })
  if (a.length > MOST_LINES || b.length > MOST_LINES) return [...a.map(removed), ...b.map(added)]
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const [down, right] = [common[(i + 1) * width + j]!, common[i * width + j + 1]!]
      common[i * width + j] = a[i] === b[j] ? common[(i + 1) * width + j + 1]! + 1 : Math.max(down, right)
    }
  }
  const lines: DifferenceLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'context', text: ` ${a[i]}` })
      i++
      j++
    } else if (j === b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      lines.push(removed(a[i++]!))
    } else lines.push(added(b[j++]!))
  }
  return lines
}
