/**
 * How many words the braces of an unquoted text become at most, each list and sequence multiplied with the others. Source:
 * bash(1), Brace Expansion; a text that is left alone counts as more than it becomes.
 */
export function countBraceWords(text: string): number {
  /** Of each open brace: the words before it, those of the items that are over, and where the item began. */
  const open: { before: number; sum: number; isList: boolean; start: number }[] = []
  let words = 1
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    const group = open.at(-1)
    if (character === '{') {
      open.push({ before: words, sum: 0, isList: false, start: at + 1 })
      words = 1
    } else if (character === ',' && group !== undefined) {
      group.sum += words
      group.isList = true
      words = 1
    } else if (character === '}' && group !== undefined) {
      open.pop()
      const inside = group.isList ? group.sum + words : words * sequenceLength(text.slice(group.start, at))
      words = group.before * inside
    }
  }
  for (const { before, sum } of open) words = Math.max(1, before) * (sum + words)
  return words
}

/** `1..9`, `a..z`, `1..9..2`; 1 for anything else. */
function sequenceLength(text: string): number {
  const [, from, to, step = '1'] = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(text) ?? []
  if (from !== undefined) return Math.abs(Number(to) - Number(from)) / Math.max(1, Math.abs(Number(step))) + 1
  return /^[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?$/.test(text) ? 64 : 1
}
