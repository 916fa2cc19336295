import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { parseConfig, sessionFilter } from '../../src/index.ts'
import { linearPattern } from '../../src/pattern/linear-pattern.ts'

describe('a filter on sessions', () => {
  test.each([
    ['telegram:', 'telegram:123', true],
    ['telegram:', 'slack:123', false],
    ['.', 'main', false],
    ['/^ci-\\d+$/', 'ci-42', true],
    ['/^ci-\\d+$/', 'ci-42x', false],
    ['/(?:a|b){2,3}c?$/', 'xabab', true],
    ['/[^a-c_]\\./', 'd.', true],
    ['/[^a-c_]\\./', 'a.', false],
    ['/a|/', 'b', true],
    ['/', '/', true],
  ])('%s for %s', (filter, key, fits) => {
    expect(sessionFilter(filter)(key)).toBe(fits)
  })

  test.each([
    '/(a)\\1/',
    '/(?=a)/',
    '/(?<!a)b/',
    '/a**/',
    '/(a/',
    '/a)/',
    '/[a/',
    '/*a/',
    '/a{3,2}/',
    '/a{101}/',
    '/\\b/',
  ])('is refused as %s', (filter) => {
    expect(() => sessionFilter(filter)).toThrow(SyntaxError)
  })

  test('is refused where it stands', () => {
    const text = '{"approvals":{"exec":{"sessionFilter":["ok","/(a+)\\\\1/"]}}}'
    expect(() => parseConfig(text, 'poundlock.json')).toThrow(/sessionFilter.*linear time/)
  })

  test('that others would hang on takes no time', () => {
    const text = 'a'.repeat(4096)
    for (const pattern of ['(a+)+$x', '(a|a)*b', '(a*)*b', '(?:a?){100}a{100}b', '([a-z]+)*[0-9]$', '(.*.*)*=']) {
      expect(linearPattern(pattern)(text)).toBe(false)
    }
    expect(() => linearPattern('((a{100}){100}){100}')).toThrow(/too many/)
  })
})

test('fits what a regular expression fits', () => {
  const leaf = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', 'c')
  const pattern = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => left + right),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}'))
        .map(([one, sign]) => `(?:${one})${sign}`),
      tie('node').map((one) => `^${one}`),
      tie('node').map((one) => `${one}$`),
    ),
  })).node
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', ' '), maxLength: 8 }),
      (source, text) => {
        expect(linearPattern(source)(text)).toBe(new RegExp(source, 'u').test(text))
      },
    ),
  )
})
