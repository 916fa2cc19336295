import { expect, test } from 'vitest'
import { remedies } from '../../src/index.ts'

test('fixes say what they are to one another', () => {
  const fixes = [{ message: 'a' }, { message: 'b' }, { message: 'c', instead: true as const }]
  expect(remedies(fixes)).toEqual(['to allow it: a', 'and also: b', 'or instead: c'])
  expect(remedies(fixes.slice(2))).toEqual(['to allow it: c'])
})
