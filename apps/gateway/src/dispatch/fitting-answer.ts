/** UTF-8 bytes that are sent together: an answer is one frame, which may not be more than waits to be read. */
const MOST_BYTES = 6_000_000
/** So many are read at once. */
const STEP = 16

/** The first ones that go into one answer; at least one. */
export function firstFitting<Value extends object>(values: readonly Value[]): readonly Value[] {
  let bytes = 0
  const end = values.findIndex((value) => (bytes += sizeOf(value)) > MOST_BYTES)
  return end === -1 ? values : values.slice(0, Math.max(1, end))
}

/** As many as go into one answer, in their order; large ones are left out first, so that they hide no small ones. */
export function mostFitting<Value extends object>(values: readonly Value[]): readonly Value[] {
  const sizes = values.map((value) => sizeOf(value))
  let bytes = 0
  const kept = new Set(
    values
      .map((_, index) => index)
      .toSorted((a, b) => sizes[a]! - sizes[b]!)
      .filter((index) => (bytes += sizes[index]!) <= MOST_BYTES),
  )
  return values.filter((_, index) => kept.has(index))
}

/** As `firstFitting`, of what is read in steps, so that no more of it is in memory. */
export function readFitting<Value extends { readonly seq: number }>(
  read: (after: number, limit: number) => readonly Value[],
  after: number,
  limit: number,
): readonly Value[] {
  let found: readonly Value[] = []
  for (;;) {
    const wanted = Math.min(STEP, limit - found.length)
    const more = read(found.at(-1)?.seq ?? after, wanted)
    const all = [...found, ...more]
    found = firstFitting(all)
    if (found.length < all.length || found.length >= limit || more.length < wanted) return found
  }
}

const sizeOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))
