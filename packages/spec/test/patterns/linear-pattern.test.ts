import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { linearPattern } from '../../src/patterns/index.ts'

describe('a pattern of a stranger', () => {
  test.each([
    '(a+)+$x',
    '(a|a)*b',
    '(a*)*b',
    '(?:a?){100}a{100}b',
    '([a-z]+)*[0-9]$',
    '(.*.*)*=',
    '([a-z]+ ?)*!',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*(.*)*(.*)*b',
    '(a|aa|aaa)+$c',
    String.raw`^(\w+\s?)*$!`,
    '(?:(?:a*)*)*c',
    'a*a*a*a*a*a*a*a*a*a*b',
  ])('%s does not hang on a long text', (source) => {
    const pattern = linearPattern(source)
    expect(pattern.fits('a'.repeat(60_000))).toBe(false)
    expect(pattern.occursIn('a'.repeat(60_000))).toBe(false)
  })

  test.each([
    ['(?=a)', '(?='],
    ['(?!a)b', '(?!'],
    ['(?<=a)b', '(?<='],
    ['(?<!a)b', '(?<!'],
    [String.raw`(a)\1`, String.raw`\1`],
    [String.raw`(?<n>a)\k<n>`, String.raw`\k<`],
    ['((a{100}){100}){100}', '{100}'],
    ['.{1000}.{1000}.{1000}.{1000}.{1000}.{1000}', 'too many'],
    ['a{1001}', '{1001}'],
    ['a'.repeat(2001), 'longer than 2000'],
    ['(a', 'Unterminated group'],
    ['a)', 'Unmatched'],
    ['[a', 'Unterminated character class'],
    ['a**', 'Nothing to repeat'],
    ['[[:alpha:]]', 'Lone quantifier brackets'],
    [String.raw`\Aa`, 'Invalid escape'],
  ])('%s is refused, and it is said why', (source, part) => {
    expect(() => linearPattern(source)).toThrow(SyntaxError)
    expect(() => linearPattern(source)).toThrow(part)
  })

  test('of a schema may escape what needs no escape', () => {
    expect(() => linearPattern(String.raw`^[\w\-]+\:$`)).toThrow(SyntaxError)
    expect(linearPattern(String.raw`^[\w\-]+\:$`, 'schema').occursIn('a-b:')).toBe(true)
  })

  test.each([
    [String.raw`push (origin|fork) [a-z/-]+`, 'push origin main', true],
    [String.raw`push (origin|fork) [a-z/-]+`, 'push other main', false],
    ['a|b', 'ab', false],
    ['a.b', 'a\nb', true],
    [String.raw`\u{1F600}+`, '😀😀', true],
    ['[^]', '\n', true],
    ['(?i:ABC)', 'abc', true],
    [String.raw`--name=\p{L}+`, '--name=Ärger', true],
  ])('%s for the whole of %j: %s', (source, text, fits) => {
    expect(linearPattern(source).fits(text)).toBe(fits)
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
        const linear = linearPattern(source)
        expect(linear.occursIn(text)).toBe(new RegExp(source, 'u').test(text))
        expect(linear.fits(text)).toBe(new RegExp(`^(?:${source})$`, 'su').test(text))
      },
    ),
  )
})
