import type { Token } from './highlight.ts'

/** A part of a text, by its offsets. */
export interface Part {
  readonly start: number
  readonly end: number
}

export interface MarkedToken extends Token {
  readonly isMarked: boolean
}

/** Cuts tokens where a part begins or ends, and says which of them are in one. The texts together stay the same. */
export function markParts(tokens: readonly Token[], parts: readonly Part[]): readonly MarkedToken[] {
  let offset = 0
  return tokens.flatMap(({ kind, text }) => {
    const [start, end] = [offset, (offset += text.length)]
    const cuts = parts.flatMap((part) => [part.start, part.end]).filter((cut) => cut > start && cut < end)
    const edges = [...new Set([start, ...cuts, end])].toSorted((a, b) => a - b)
    return edges.slice(0, -1).map((from, index) => ({
      kind,
      text: text.slice(from - start, edges[index + 1]! - start),
      isMarked: parts.some((part) => part.start <= from && from < part.end),
    }))
  })
}
