/** Where text that was taken out of a larger one stood there. */
export interface TextOrigin {
  readonly base: number
  /** In ascending order, the offsets at which characters of the larger text are missing in this one. */
  readonly removed: readonly number[]
  readonly length: number
  /** Where the larger text stood in turn; null if it is the source. */
  readonly outer: TextOrigin | null
  /** By offset, where each character stood in the source; made on first use. */
  places: Int32Array | null
}

interface Located {
  start: number
  end: number
}

/** An offset in the text that is one level further out. */
export function outerOffset({ base, removed }: TextOrigin, offset: number): number {
  return base + offset + countUpTo(removed, offset)
}

/**
 * Moves the spans of a tree to where its text stood in the source, through all levels at once. What is in `moved` is
 * there already, so that text which was taken out again and again is not walked again and again.
 */
export function relocate(tree: object, origin: TextOrigin, moved: Set<object>): void {
  const places = origin.outer === null ? null : placesOf(origin)
  const stack: object[] = [tree]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (Array.isArray(item)) {
      for (const child of item) if (typeof child === 'object') stack.push(child)
      continue
    }
    if (moved.size > 0 && moved.has(item)) continue
    if ('start' in item) {
      const node = item as Located
      node.start = places?.[node.start] ?? outerOffset(origin, node.start)
      node.end = places?.[node.end] ?? outerOffset(origin, node.end)
    }
    for (const key in item) {
      const child = item[key as never] as unknown
      if (typeof child === 'object' && child !== null) stack.push(child)
    }
  }
  if (places !== null) for (const one of Array.isArray(tree) ? tree : [tree]) moved.add(one)
}

function placesOf(origin: TextOrigin): Int32Array {
  if (origin.places !== null) return origin.places
  const { base, removed, length, outer } = origin
  const further = outer === null ? null : placesOf(outer)
  const places = new Int32Array(length + 1)
  let offset = 0
  for (let missing = 0; missing <= removed.length; missing++) {
    const until = Math.min(removed[missing] ?? Infinity, length + 1)
    for (; offset < until; offset++) {
      const place = base + offset + missing
      places[offset] = further === null ? place : (further[place] as number)
    }
  }
  origin.places = places
  return places
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
