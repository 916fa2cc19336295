import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { appendToList, readValue, removeFromList, UneditableText } from '../../src/index.ts'

const isAdded = (entry: unknown) => (entry as { added?: unknown } | null)?.added === true

test('what is added to a list is there, below or beside what was there, and can be taken out again', () => {
  const settings = fc.record(
    { a: fc.jsonValue(), hooks: fc.record({ X: fc.array(fc.jsonValue()), Y: fc.jsonValue() }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(settings, fc.constantFrom(0, 1, 2, 4, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const plain = JSON.parse(text) as { hooks?: { X?: unknown[] } }
      const list = plain.hooks?.X ?? []
      const added = appendToList(text, ['hooks', 'X'], { added: true })
      expect(JSON.parse(added)).toEqual({ ...plain, hooks: { ...plain.hooks, X: [...list, { added: true }] } })
      const left = JSON.parse(removeFromList(added, ['hooks', 'X'], isAdded)) as { hooks: { X?: unknown[] } }
      expect({ ...left, hooks: { ...left.hooks, X: left.hooks.X ?? [] } }).toEqual({
        ...plain,
        hooks: { ...plain.hooks, X: list },
      })
    }),
  )
})

test.each([
  ['{"h":[1]}', '{"h":[1, {"added":true}]}'],
  ['{\n  "h": [\n    1\n  ]\n}\n', '{\n  "h": [\n    1,\n    {\n      "added": true\n    }\n  ]\n}\n'],
  ['{\n\t"h": []\n}', '{\n\t"h": [\n\t\t{\n\t\t\t"added": true\n\t\t}\n\t]\n}'],
  ['{ "a": 1 }', '{ "a": 1, "h":[{"added":true}] }'],
  ['{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "h": [\r\n    {\r\n      "added": true\r\n    }\r\n  ]\r\n}'],
  ['', '{\n  "h": [\n    {\n      "added": true\n    }\n  ]\n}\n'],
])('%j becomes %j, and every byte that was there stays', (before, after) => {
  expect(appendToList(before, ['h'], { added: true })).toBe(after)
})

test.each([
  ['{"h":[1,{"added":true}]}', '{"h":[1]}'],
  ['{"h":[{"added":true},1]}', '{"h":[1]}'],
  ['{"h":[ 1, {"added":true}, 2 ]}', '{"h":[ 1, 2 ]}'],
  ['{"h":[1,{"added":true},{"added":true}]}', '{"h":[1]}'],
  ['{"a":1,"h":[{"added":true}]}', '{"a":1}'],
])('%j becomes %j', (before, after) => {
  expect(removeFromList(before, ['h'], isAdded)).toBe(after)
})

describe('a key that stands twice on the way', () => {
  test.each(['{"h":[],"h":[]}', '{"h":{"x":[]},"h":{}}', String.raw`{"h":[],"\u0068":[]}`])(
    'is refused: %s',
    (text) => {
      const path = text.includes('x') ? ['h', 'x'] : ['h']
      expect(() => appendToList(text, path, 1)).toThrow(UneditableText)
      expect(() => appendToList(text, path, 1)).toThrow('twice')
    },
  )

  test('elsewhere it is none of ours', () => {
    expect(readValue(appendToList('{"a":1,"a":2}', ['h'], 1), ['h'])).toEqual([1])
  })
})
