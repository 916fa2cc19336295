import { RefusalSignal } from './refusal.ts'

interface Located {
  start: number
  end: number
}

/**
 * Runs a parse of text that was taken out of a larger source, and moves its spans to where the text stood there.
 * `removed` lists, in ascending order, the offsets at which characters of the source are missing in the text.
 */
export function relocated<T extends object>(base: number, removed: readonly number[], parse: () => T): T {
  const move = (offset: number) => base + offset + countUpTo(removed, offset)
  try {
    const result = parse()
    eachNode(result, (node) => {
      node.start = move(node.start)
      node.end = move(node.end)
    })
    return result
  } catch (thrown) {
    if (!(thrown instanceof RefusalSignal)) throw thrown
    const { code, message, span } = thrown.refusal
    throw new RefusalSignal({ code, message, span: [move(span[0]), move(span[1])] })
  }
}

/** Gives every node of a tree the span of the word that carried its text. */
export function placeAt(tree: object, start: number, end: number): void {
  eachNode(tree, (node) => {
    node.start = start
    node.end = end
  })
}

/** Visits every node of a tree, and nothing else in it. Without recursion: a list may be as long as the source. */
function eachNode(tree: object, visit: (node: Located) => void): void {
  const stack: object[] = [tree]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (Array.isArray(item)) {
      for (const child of item) if (typeof child === 'object') stack.push(child)
      continue
    }
    if ('start' in item) visit(item as Located)
    for (const key in item) {
      const child = item[key as never] as unknown
      if (typeof child === 'object' && child !== null) stack.push(child)
    }
  }
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
