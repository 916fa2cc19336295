import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { frameText } from '../../src/framing/encode-message.ts'
import {
  ContentLengthDecoder,
  FramingError,
  NewlineDecoder,
  type FrameBody,
  type Framing,
  type Message,
} from '../../src/index.ts'
import { nodePlatform } from '../../src/node/index.ts'

const make = (framing: Framing, limits = {}) =>
  framing === 'newline' ? new NewlineDecoder(limits, nodePlatform) : new ContentLengthDecoder(limits)

const textOf = (body: FrameBody) => (typeof body === 'string' ? body : nodePlatform.decode(body))

/** Gives bytes in pieces of these sizes, round and round. */
function decode(framing: Framing, bytes: Uint8Array, sizes: readonly number[]): unknown[] {
  const decoder = make(framing)
  const found: unknown[] = []
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const piece = bytes.subarray(at, at + sizes[turn % sizes.length]!)
    decoder.push(piece, (body) => found.push(JSON.parse(textOf(body))))
    at += piece.length
  }
  decoder.end()
  return found
}

describe.each(['newline', 'content-length'] as const)('%s framing', (framing) => {
  test('hands out what was sent, however it arrives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        (values, sizes) => {
          const messages = values.map((result, id) => ({ jsonrpc: '2.0', id, result }) satisfies Message)
          const text = messages.map((message) => frameText(JSON.stringify(message), framing, nodePlatform)).join('')
          expect(decode(framing, Buffer.from(text), sizes)).toEqual(JSON.parse(JSON.stringify(messages)))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('hands out long and short messages alike, in pieces about as long as they are', () => {
    const long = fc
      .tuple(fc.constantFrom('a', 'é', '€', '\r', '{', 'ab\r'), fc.integer({ min: 1, max: 6000 }))
      .map(([character, length]) => character.repeat(length))
    fc.assert(
      fc.property(
        fc.array(fc.oneof(long, fc.constant(1)), { maxLength: 6 }),
        fc.array(fc.constantFrom(1, 31, 32, 33, 1000, 4095, 4096, 4097, 9000), { minLength: 1, maxLength: 4 }),
        (values, sizes) => {
          const messages = values.map((result, id) => ({ jsonrpc: '2.0', id, result }) satisfies Message)
          const text = messages.map((message) => frameText(JSON.stringify(message), framing, nodePlatform)).join('')
          expect(decode(framing, Buffer.from(text), sizes)).toEqual(messages)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('answers any bytes with frames or a FramingError, and the same whole and in pieces', () => {
    const token = fc.constantFrom(
      'Content-Length: ',
      '5',
      '\r\n',
      '\r\n\r\n',
      '{"a":1}',
      '\n',
      '\0',
      '{',
      'é',
      '9'.repeat(20),
      ' ',
    )
    const bytes = fc.oneof(
      fc.array(token, { maxLength: 60 }).map((tokens) => Buffer.from(tokens.join(''))),
      fc.uint8Array({ maxLength: 200 }),
    )
    const limits = { maxFrameBytes: 100, maxHeaderBytes: 60 }
    const outcome = (given: Uint8Array, size: number, decoder = make(framing, limits)) => {
      const frames: string[] = []
      try {
        for (let at = 0; at < given.length; at += size) {
          decoder.push(given.subarray(at, at + size), (body) =>
            frames.push(Buffer.from(body as Uint8Array).toString('latin1')),
          )
        }
        decoder.end()
      } catch (error) {
        if (!(error instanceof FramingError)) throw error
        return [...frames, error.problem]
      }
      return frames
    }
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 9 }), (given, size) => {
        const whole = outcome(given, 1 << 20)
        expect(outcome(given, size)).toEqual(whole)
        // Told apart in their bytes alone, without a text.
        if (framing === 'newline') expect(outcome(given, 1 << 20, new NewlineDecoder(limits))).toEqual(whole)
      }),
      { numRuns: 2000 },
    )
  })

  test('takes a megabyte byte by byte, and gives its memory back', () => {
    const result = 'x'.repeat(1 << 20)
    const bytes = Buffer.from(frameText(JSON.stringify({ jsonrpc: '2.0', id: 1, result }), framing, nodePlatform))
    expect(decode(framing, bytes, [1])).toEqual([{ jsonrpc: '2.0', id: 1, result }])
  })

  test('joins pieces of every size, large ones and small ones in turns', () => {
    const result = Array.from({ length: 40_000 }, (_, index) => index)
    const bytes = Buffer.from(frameText(JSON.stringify({ jsonrpc: '2.0', id: 1, result }), framing, nodePlatform))
    const message = { jsonrpc: '2.0', id: 1, result }
    for (const sizes of [[1023], [1024], [1025], [4096, 1, 1000, 70_000, 3], [1, 65_536], [300_000]]) {
      expect(decode(framing, Buffer.concat([bytes, bytes, bytes]), sizes)).toEqual([message, message, message])
    }
  })
})
