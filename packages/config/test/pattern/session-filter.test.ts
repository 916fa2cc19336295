import { describe, expect, test } from 'vitest'
import { parseConfig, sessionFilter } from '../../src/index.ts'

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
    '/a{1001}/',
    '/\\k<a>(?<a>a)/',
  ])('is refused as %s', (filter) => {
    expect(() => sessionFilter(filter)).toThrow(SyntaxError)
  })

  test('is refused where it stands', () => {
    const text = '{"approvals":{"exec":{"sessionFilter":["ok","/(a+)\\\\1/"]}}}'
    expect(() => parseConfig(text, 'poundlock.json')).toThrow(/sessionFilter.*linear time/)
  })
})
