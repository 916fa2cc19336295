import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { parseStrictJson, repeatedKey } from '../../src/index.ts'

describe('a text that two readers could understand differently is refused', () => {
  test.each([
    ['a key twice', '{"command":"ls","command":"rm"}'],
    ['with the same value', '{"a":1,"a":1}'],
    ['with an escape', String.raw`{"command":"ls","\u0063ommand":"rm"}`],
    ['with an escaped quote in it', String.raw`{"a\"b":1,"a\u0022b":2}`],
    ['with a backslash at its end', String.raw`{"a\\":1,"a\u005c":2}`],
    ['with a slash', String.raw`{"a/b":1,"a\/b":2}`],
    ['in an object below', '{"tool_input":{"command":"ls","command":"rm"}}'],
    ['in a list', '[1,{"a":{},"b":[],"a":[]}]'],
    ['behind an object of its own', '{"a":{"a":1},"a":2}'],
    ['behind many others', `{${Array.from({ length: 30 }, (_, at) => `"k${at}":${at}`).join(',')},"k3":0}`],
    ['with blanks', '{ "a" : 1 ,\n\t"a"\r\n: 2 }'],
    ['without a name', '{"":1,"":2}'],
    ['called __proto__', '{"__proto__":1,"__proto__":2}'],
    ['behind a text with brackets', '{"a":"}{,:\\"","a":1}'],
    ['half of a pair', String.raw`{"command":"ls \ud800"}`],
    ['half of a pair in a key', String.raw`{"\udc00":1}`],
    ['half of a pair deep below', String.raw`{"a":[{"b":["\uD83D"]}]}`],
    ['half of a pair as it is', '{"a":"\uD83D"}'],
    ['a byte order mark', '\uFEFF{"a":1}'],
    ['no JSON', '{"a":1,}'],
  ])('%s', (_, text) => {
    expect(() => parseStrictJson(text)).toThrow(SyntaxError)
  })
})

test.each([
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
  '{"a":"a","b":"a","c":{"b":"c"}}',
  '["a","a",{"a":"a"}]',
  String.raw`{"a":"\ud83d\ude00","A":1,"á":2,"\u0061\u0301":3}`,
  '{"a\\\\":1,"a":2}',
  '"a"',
  'null',
])('any other is read as by JSON.parse: %s', (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text))
})

test('half of a pair can be left to others', () => {
  expect(parseStrictJson(String.raw`{"a":"\ud800"}`, { brokenText: true })).toEqual({ a: '\ud800' })
  expect(() => parseStrictJson('{"a":1,"a":2}', { brokenText: true })).toThrow('the key "a" stands twice')
})

test('whatever was written by JSON.stringify has no key twice, and with one of its members again it has', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string(), (value, key) => {
      const text = JSON.stringify(value)
      expect(repeatedKey(text)).toBeNull()
      const member = `${JSON.stringify(key)}:${text}`
      expect(repeatedKey(`{${member},"other key":1,${member}}`)).toBe(key)
    }),
  )
})
