import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { linearPattern } from '../../src/patterns/linear-pattern.ts'
import { schemaPattern } from '../../src/patterns/schema-pattern.ts'

test.each<[string, readonly string[], readonly string[]]>([
  ['^[0-9a-f]{4}$', ['00ff'], ['00f', '00fg', '00ff0']],
  ['^[A-Za-z_][A-Za-z0-9_]*$', ['A', '_a1'], ['', '1a', 'a-b', 'a\n']],
  ['^[^\\u0000]*$', ['', 'a b'], ['a\0b']],
  ['^\\P{C}+$', ['a', '🦊 é'], ['', 'a\nb', '\u202E']],
  ['^/', ['/a'], ['a/']],
  ['^[1-9][0-9]{0,4}[mhdw]$', ['1m', '12345d'], ['0m', '123456d']],
  ['^(?:/|~/)', ['/a', '~/a'], ['a']],
  ['^(?:/|~/|~$)', ['/a', '~/a', '~'], ['a', '~a']],
  ['^https?://[^\\s@]+$', ['http://a', 'https://a'], ['ftp://a', 'httpss://a', 'https://']],
  ['^[a-z]+\\*?$', ['a', 'a*'], ['*', 'a**']],
  ['^.*$', ['', 'a'], ['\n']],
  ['^(?:a|b)+$', ['abab'], ['abc', '']],
  ['\\S', [' a '], [' ']],
])('%s', (source, fitting, others) => {
  const occurs = schemaPattern(source)
  expect(fitting.filter((text) => !occurs(text))).toEqual([])
  expect(others.filter(occurs)).toEqual([])
})

test.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(?:a*)*b',
  '^a*a*a*a*a*a*a*a*b$',
  '(a*)*b',
  'a*a*a*a*a*a*b',
  '^a{1,300}a{1,300}a{1,300}b',
  '^[ab]*[ab]*[ab]*[ab]*[ab]*c$',
  '^a*a{900}b$',
  '^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a*b$',
  '^(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)(?:a|a|a|a)a*b$',
  '^(?:a|aa)a*a?b$',
])('%s takes time in proportion to the text', (source) => {
  // With an engine that tries every way, the first of these would not end.
  expect(schemaPattern(source)('a'.repeat(50_000))).toBe(source === '^(a+)+$' || source === '^(a|a)*$')
})

test.each([
  '(?=a)',
  '^(a)\\1$',
  '^a{1,900}a{1,900}a{1,900}a{1,900}a{1,900}a{1,900}$',
  '(',
  '^[b-a]$',
  '^(?:' + 'a|'.repeat(1000) + 'b)$',
])('%s is refused', (source) => {
  expect(() => schemaPattern(source)).toThrow(SyntaxError)
})

test('patterns that need no engine mean the same to it', () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '\\.', '[a-c.]')
  const repeated = fc.constantFrom('*', '+', '{0,2}', '{1,}')
  const fixed = fc.array(fc.tuple(atom, fc.constantFrom('', '', '{2}')), { maxLength: 3 })
  const alternatives = fc.array(
    fc.tuple(fixed, fc.constantFrom('', '$')).map((parts) => parts.flat(2).join('')),
    { minLength: 2, maxLength: 4 },
  )
  const choice = fc.oneof(
    fc.constant(''),
    atom.map((one) => `${one}?`),
    alternatives.map((each) => `(?:${each.join('|')})`),
  )
  const sources = fc
    .tuple(
      fc.tuple(fixed, choice, fixed),
      fc.option(fc.tuple(atom, repeated), { nil: [] }),
      fc.tuple(fixed, choice, fixed),
      fc.constantFrom('', '$'),
    )
    .map((parts) => `^${parts.flat(4).join('')}`)
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 6 })
  fc.assert(
    fc.property(sources, texts, (source, text) => {
      expect(schemaPattern(source)(text)).toBe(linearPattern(source, 'schema').occursIn(text))
    }),
  )
})
