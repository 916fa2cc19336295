import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

/**
 * So many bytes of a stream that nobody else reads, and not one more.
 *
 * All that is there is taken and the rest is put back: a stream with too few bytes in it would say at once, and for
 * ever, that it can be read.
 *
 * @throws Error when it ends before
 */
export async function readExactly(stream: Readable, count: number): Promise<Buffer> {
  let held = Buffer.alloc(0)
  while (held.length < count) {
    const chunk = stream.read() as Buffer | null
    if (chunk !== null) held = Buffer.concat([held, chunk])
    else if (stream.readableEnded || stream.destroyed) throw new Error('the stream ended too early')
    else await moreOf(stream)
  }
  if (held.length > count) stream.unshift(held.subarray(count))
  return held.subarray(0, count)
}

/** Waits until there is more of a stream, or no more; or for so many milliseconds. */
export async function moreOf(stream: Readable, longest?: number): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  const events: Promise<unknown>[] = ['readable', 'end', 'close'].map((event) => once(stream, event, { signal }))
  try {
    await Promise.race(longest === undefined ? events : [...events, setTimeout(longest, undefined, { signal })])
  } finally {
    waiting.abort()
  }
}
