import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ContentLengthDecoder,
  encodeMessage,
  FramingError,
  NewlineDecoder,
  type Framing,
  type Message,
} from '../../src/index.ts'
import { nodePlatform } from '../../src/node/index.ts'

const make = (framing: Framing, limits = {}) =>
  framing === 'newline' ? new NewlineDecoder(limits) : new ContentLengthDecoder(limits)

/** Gives bytes in pieces of these sizes, round and round. */
function decode(framing: Framing, bytes: Uint8Array, sizes: readonly number[]): unknown[] {
  const decoder = make(framing)
  const found: unknown[] = []
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const piece = bytes.subarray(at, at + sizes[turn % sizes.length]!)
    decoder.push(piece, (body) => found.push(JSON.parse(nodePlatform.decode(body))))
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
          const text = messages.map((message) => encodeMessage(message, framing, nodePlatform)).join('')
          expect(decode(framing, Buffer.from(text), sizes)).toEqual(JSON.parse(JSON.stringify(messages)))
        },
      ),
      { numRuns: 200 },
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
      fc.array(token).map((tokens) => Buffer.from(tokens.join(''))),
      fc.uint8Array({ maxLength: 200 }),
    )
    const outcome = (given: Uint8Array, size: number) => {
      const decoder = make(framing, { maxFrameBytes: 100, maxHeaderBytes: 60 })
      const frames: string[] = []
      try {
        for (let at = 0; at < given.length; at += size) {
          decoder.push(given.subarray(at, at + size), (body) => frames.push(Buffer.from(body).toString('latin1')))
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
        expect(outcome(given, size)).toEqual(outcome(given, 1 << 20))
      }),
      { numRuns: 2000 },
    )
  })

  test('takes a megabyte byte by byte, and gives its memory back', () => {
    const result = 'x'.repeat(1 << 20)
    const bytes = Buffer.from(encodeMessage({ jsonrpc: '2.0', id: 1, result }, framing, nodePlatform))
    expect(decode(framing, bytes, [1])).toEqual([{ jsonrpc: '2.0', id: 1, result }])
  })
})
