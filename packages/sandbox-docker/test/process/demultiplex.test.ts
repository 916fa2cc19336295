import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { demultiplex } from '../../src/process/demultiplex.ts'

function frame(kind: number, content: string): Buffer {
  const body = Buffer.from(content)
  const header = Buffer.from([kind, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}

test('both outputs come out whole, wherever the connection cuts', async () => {
  const frames = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.string()), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(frames, fc.integer({ min: 1, max: 50 }), async (sent, size) => {
      const connection = new PassThrough()
      const { stdout, stderr } = demultiplex(connection)
      const bytes = Buffer.concat(sent.map(([kind, content]) => frame(kind, content)))
      for (let at = 0; at < bytes.length; at += size) connection.write(bytes.subarray(at, at + size))
      connection.end()
      const of = (wanted: number): string =>
        sent.flatMap(([kind, content]) => (kind === wanted ? [content] : [])).join('')
      expect(await Promise.all([text(stdout), text(stderr)])).toEqual([of(1), of(2)])
    }),
  )
})

test('a reader that does not read makes the engine wait, until nothing is waited for', async () => {
  const connection = new PassThrough()
  const streams = demultiplex(connection)
  streams.pace()
  const big = 'x'.repeat(300_000)
  connection.write(frame(1, big))
  connection.write(frame(2, 'after'))
  await expect.poll(() => connection.isPaused()).toBe(true)
  streams.drain()
  connection.end()
  expect(await text(streams.stderr)).toBe('after')
})

test('what one stream begins with is read though the other has more than anybody waits for', async () => {
  const connection = new PassThrough()
  const streams = demultiplex(connection)
  const big = 'x'.repeat(3_000_000)
  connection.write(frame(1, big))
  connection.write(frame(2, 'begun'))
  const [begun] = (await once(streams.stderr, 'data')) as [Buffer]
  expect(String(begun)).toBe('begun')
  streams.pace()
  expect(connection.isPaused()).toBe(true)
  connection.end()
  expect((await text(streams.stdout)).length).toBe(big.length)
})

test('a connection that breaks ends both outputs', async () => {
  const connection = new PassThrough()
  const { stdout, stderr } = demultiplex(connection)
  connection.write(frame(1, 'so far'))
  connection.on('error', () => {})
  setImmediate(() => connection.destroy(new Error('broken')))
  expect(await Promise.all([text(stdout), text(stderr)])).toEqual(['so far', ''])
})
