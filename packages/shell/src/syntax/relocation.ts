import { RefusalSignal } from './refusal.ts'

interface Movable {
  start?: number
  end?: number
}

/**
 * Runs a parse of text that was taken out of a larger source, and moves its spans to where the text stood there.
 * `removed` lists, in ascending order, the offsets at which characters of the source are missing in the text.
 */
export function relocated<T>(base: number, removed: readonly number[], parse: () => T): T {
  const move = (offset: number) => base + offset + countUpTo(removed, offset)
  try {
    const result = parse()
    moveSpans(result, move)
    return result
  } catch (thrown) {
    if (!(thrown instanceof RefusalSignal)) throw thrown
    const { code, message, span } = thrown.refusal
    throw new RefusalSignal({ code, message, span: [move(span[0]), move(span[1])] })
  }
}

/** Gives every node of a tree the span of the word that carried its text. */
export function placeAt(tree: object, start: number, end: number): void {
  const stack: unknown[] = [tree]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) {
      const movable = node as Movable
      if (movable.start !== undefined) movable.start = start
      if (movable.end !== undefined) movable.end = end
    }
    for (const value of Object.values(node)) if (typeof value === 'object' && value !== null) stack.push(value)
  }
}

function moveSpans(node: unknown, move: (offset: number) => number): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const item of node) moveSpans(item, move)
    return
  }
  const movable = node as Movable
  if (movable.start !== undefined) movable.start = move(movable.start)
  if (movable.end !== undefined) movable.end = move(movable.end)
  for (const value of Object.values(node)) moveSpans(value, move)
}

/** How many of the ascending `offsets` are at most `limit`. */
function countUpTo(offsets: readonly number[], limit: number): number {
  let low = 0
  let high = offsets.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
