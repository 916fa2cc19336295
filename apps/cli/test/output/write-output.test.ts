import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { writeOutput } from '../../src/output/write-output.ts'

test('all that write to a slow reader wait together', async () => {
  const stream = new PassThrough({ highWaterMark: 4 })
  const waits = Array.from({ length: 20 }, () => writeOutput(stream, 'a line\n'))
  expect(['drain', 'close'].map((event) => stream.listenerCount(event))).toEqual([1, 1])
  stream.resume()
  await waits.at(-1)
  expect(stream.listenerCount('drain')).toBe(0)
  expect(writeOutput(stream, 'more')).toBeInstanceOf(Promise)
  stream.destroy()
})

test('a write does not wait for a reader that has gone', async () => {
  const stream = new PassThrough({ highWaterMark: 4 })
  const wait = writeOutput(stream, 'a line\n')
  stream.destroy()
  await wait
  expect(writeOutput(stream, 'a line\n')).toBeUndefined()
})
