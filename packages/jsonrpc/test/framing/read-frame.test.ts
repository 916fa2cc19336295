import { describe, expect, test } from 'vitest'
import { DEFAULT_MESSAGE_LIMITS, readFrame } from '../../src/index.ts'
import { nodePlatform } from '../../src/node/index.ts'

const read = (text: string, maxDepth = DEFAULT_MESSAGE_LIMITS.maxDepth) =>
  readFrame(Buffer.from(text), nodePlatform, {
    limits: { ...DEFAULT_MESSAGE_LIMITS, maxDepth },
    noiseIsExpected: false,
  })
const answer = (result: string) => `{"jsonrpc":"2.0","id":1,"result":${result}}`
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const mixed = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2)

describe('how deep a frame may be', () => {
  test.each([1, 2, 3, 10, 256])('a message may be %i deep, and one more is refused', (depth) => {
    const shell = depth === 1 ? answer('1') : answer(nested(depth - 1))
    expect(read(shell, depth).kind).toBe('response')
    expect(read(answer(nested(depth)), depth).kind).toBe('invalid')
  })

  test('objects and arrays in turns count alike', () => {
    expect(read(answer(mixed(254))).kind).toBe('response')
    expect(read(answer(mixed(256))).kind).toBe('invalid')
  })

  test.each([2, 3, 20, 256])(
    'objects with names of no characters take the least room, and are counted at %i',
    (depth) => {
      const objects = (levels: number) => '{"":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1)
      expect(read(answer(objects(depth - 1)), depth).kind).toBe('response')
      expect(read(answer(objects(depth)), depth).kind).toBe('invalid')
      for (let arrays = 1; arrays < depth; arrays += 7) {
        const under = '{"":'.repeat(depth - arrays) + nested(arrays) + '}'.repeat(depth - arrays)
        expect(read(answer(under), depth).kind).toBe('invalid')
      }
    },
  )

  test('many that lie beside each other are not deep', () => {
    expect(read(answer(`[${Array(5000).fill('{"a":[]}').join()}]`)).kind).toBe('response')
  })

  test('brackets in texts and names are no depth, and hide none', () => {
    expect(read(answer(JSON.stringify('[{'.repeat(5000)))).kind).toBe('response')
    expect(read(answer(`{${JSON.stringify(']}'.repeat(500))}:${nested(256)}}`)).kind).toBe('invalid')
  })

  test('a million levels are refused, not followed', () => {
    expect(read(answer(nested(1_000_000))).kind).toBe('invalid')
  })
})

describe('what the bytes of a frame are', () => {
  test('characters beyond ASCII arrive as they were sent, whatever the bytes lie in', () => {
    const text = answer('"é € 😀 \u2028"')
    const buffer = Buffer.from(`xx${text}yy`).subarray(2, -2)
    for (const bytes of [buffer, new Uint8Array(buffer)]) {
      expect(nodePlatform.decode(bytes)).toBe(text)
    }
    expect(nodePlatform.decode(new Uint8Array(Buffer.from('ab{}cd')).subarray(2, 4))).toBe('{}')
  })

  test.each([
    ['an overlong slash', [0xc0, 0xaf]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
    ['an end in the middle of a character', [0xe2, 0x82]],
    ['beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
  ])('%s is not UTF-8, and is never replaced', (_name, bytes) => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"result":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ])
    const limits = DEFAULT_MESSAGE_LIMITS
    expect(readFrame(body, nodePlatform, { limits, noiseIsExpected: false })).toMatchObject({
      kind: 'invalid',
      error: { code: -32_700 },
    })
  })
})
