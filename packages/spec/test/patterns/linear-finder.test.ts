import { expect, test } from 'vitest'
import { linearFinder } from '../../src/patterns/index.ts'

const places = (expression: string, text: string) =>
  Array.from(linearFinder(expression).places(text), ({ start, end }) => text.slice(start, end))

test('places come one after the other, and what comes first in a choice counts', () => {
  expect(places('a|ab', 'ab ab a')).toEqual(['a', 'a', 'a'])
  expect(places('a+?b?', 'aab')).toEqual(['a', 'ab'])
  expect(Array.from(linearFinder('x*').places('a😀'), ({ start }) => start)).toEqual([0, 1, 3])
  expect(places(String.raw`(?<=\d)[a-z]`, '1a b 2c')).toEqual(['a', 'c'])
})

test('it occurs where a place is found', () => {
  for (const text of ['xay', 'xy', '']) expect(linearFinder('a').occursIn(text)).toBe(places('a', text).length > 0)
})

test.each(['(', '(?=a)', String.raw`(a)\1`, 'a{2000}', '(a{1000}){1000}', 'a**'])('%s is refused', (expression) => {
  expect(() => linearFinder(expression)).toThrow(SyntaxError)
})

test.each(['(a+)+$', '(a|a)+$', '(?:a?){200}a{200}b', '(.*)*#'])('%s ends, however long the text', (expression) => {
  expect(linearFinder(expression).occursIn(`${'a'.repeat(2000)}!`)).toBe(false)
  expect(places(expression, `${'a'.repeat(200)}!`)).toEqual([])
})
