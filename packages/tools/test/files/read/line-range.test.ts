import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { readLineRange } from '../../../src/files/read/line-range.ts'

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(64)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!
    const length = bytes.copy(buffer, 0, at, at + size)
    at += length
    yield buffer.subarray(0, length)
    buffer.fill(0x23)
  }
}

test('lines are the same however the bytes come in', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'bc', '\n', '\n\n', 'é', '\r\n'), { maxLength: 40 })
    .map((parts) => parts.join(''))
  const sizes = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 5 })
  const range = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  await fc.assert(
    fc.asyncProperty(text, sizes, range, async (content, chunks, [first, count]) => {
      const all = content.split('\n')
      if (all.at(-1) === '') all.pop()
      const request = { first, count, mostLineBytes: 1000, mostBytes: 1_000_000, countsAll: true }
      const { lines, total } = await readLineRange(inChunks(Buffer.from(content), chunks), request)
      expect(total).toBe(all.length)
      expect(lines.map(({ bytes }) => bytes.toString())).toEqual(all.slice(first - 1, first - 1 + count))
    }),
  )
})

test('of a line without an end only the beginning is kept', async () => {
  const request = { first: 1, count: 1, mostLineBytes: 10, mostBytes: 100, countsAll: true }
  const { lines, total } = await readLineRange(inChunks(Buffer.alloc(1000, 'x'), [64]), request)
  expect(lines).toEqual([{ bytes: Buffer.from('xxxxxxxxxx'), length: 1000 }])
  expect(total).toBe(1)
})
