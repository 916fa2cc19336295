import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

/**
 * Reads exactly so many bytes of a stream, and no more.
 *
 * It takes everything and puts the rest back: a stream that has too few bytes would report at once, forever, that it is
 * readable.
 *
 * @throws Error when the stream ends before
 */
export async function readExactly(stream: Readable, count: number): Promise<Buffer> {
  let buffered = Buffer.alloc(0)
  while (buffered.length < count) {
    const chunk = stream.read() as Buffer | null
    if (chunk !== null) buffered = Buffer.concat([buffered, chunk])
    else if (stream.readableEnded || stream.destroyed) throw new Error('the stream ended too early')
    else await moreOf(stream)
  }
  if (buffered.length > count) stream.unshift(buffered.subarray(count))
  return buffered.subarray(0, count)
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
