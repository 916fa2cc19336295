import { expect, test } from 'vitest'
import { copyPlain, MAX_DEPTH } from '../../src/call/copy-plain.ts'

test('what is copied is equal, and no part of it is the same', () => {
  const value = { a: [1, 'b', null, true, { c: undefined }], d: { e: {} } }
  const copy = copyPlain(value) as typeof value
  expect(copy).toStrictEqual(value)
  expect(copy.a).not.toBe(value.a)
  expect(copy.d.e).not.toBe(value.d.e)
})

test('a key that would change what objects inherit stays a key', () => {
  const copy = copyPlain(JSON.parse('{"__proto__":{"polluted":true}}')) as Record<string, unknown>
  expect(Object.keys(copy)).toEqual(['__proto__'])
  expect(copy['polluted']).toBeUndefined()
})

test('what answers differently each time is asked once', () => {
  let asked = 0
  const shifty = {
    get path() {
      return `answer ${++asked}`
    },
  }
  const copy = copyPlain(shifty) as { path: string }
  expect([copy.path, copy.path, asked]).toEqual(['answer 1', 'answer 1', 1])
})

test.each([() => 1, Symbol('x'), 1n, new Date(0), new Map(), /x/, [() => 1], { a: new Set() }])(
  'what is no plain data is not copied: %s',
  (value) => {
    expect(() => copyPlain(value)).toThrow(TypeError)
  },
)

test('what is nested so deep that its reader might not end is not copied', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
  expect(copyPlain(nested(MAX_DEPTH))).toEqual(nested(MAX_DEPTH))
  expect(() => copyPlain(nested(MAX_DEPTH + 1))).toThrow(RangeError)
  expect(() => copyPlain({ a: nested(100_000) })).toThrow(RangeError)
})

test('what is nested without end is not copied', () => {
  const round: unknown[] = []
  round.push(round)
  expect(() => copyPlain(round)).toThrow(RangeError)
})
