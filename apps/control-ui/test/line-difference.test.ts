import { expect, test } from 'vitest'
import { lineDifference } from '../src/policy/line-difference.ts'

test('a difference has what is removed and added, and some lines around', () => {
  const lines = lineDifference('a\nb\nc\nd', 'a\nx\nc\ny\nd').map(({ text }) => text)
  expect(lines).toEqual(['@@ line 2 @@', ' a', '-b', '+x', ' c', '+y', ' d'])
  expect(lineDifference('same', 'same')).toEqual([])
})

test('long texts differ without an end of memory', () => {
  const before = Array.from({ length: 5000 }, (_, index) => `a${index}`).join('\n')
  const after = Array.from({ length: 5000 }, (_, index) => `b${index}`).join('\n')
  expect(lineDifference(before, after)).toHaveLength(10_001)
})
