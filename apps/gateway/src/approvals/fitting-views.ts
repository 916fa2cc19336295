import type { Approval } from '@poundlock/protocol'

/** UTF-8 bytes that are sent together: an answer is one frame, which may not be more than waits to be read. */
const MOST_BYTES = 6_000_000

/** The first ones that go into one answer; at least one. */
export function firstFitting(views: readonly Approval[]): readonly Approval[] {
  let bytes = 0
  const end = views.findIndex((view) => (bytes += sizeOf(view)) > MOST_BYTES)
  return end === -1 ? views : views.slice(0, Math.max(1, end))
}

/** As many as go into one answer, in their order; large ones are left out first, so that they hide no small ones. */
export function mostFitting(views: readonly Approval[]): readonly Approval[] {
  const sizes = views.map((view) => sizeOf(view))
  let bytes = 0
  const kept = new Set(
    views
      .map((_, index) => index)
      .toSorted((a, b) => sizes[a]! - sizes[b]!)
      .filter((index) => (bytes += sizes[index]!) <= MOST_BYTES),
  )
  return views.filter((_, index) => kept.has(index))
}

const sizeOf = (view: Approval): number => Buffer.byteLength(JSON.stringify(view))
