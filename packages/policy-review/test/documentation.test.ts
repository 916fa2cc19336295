import { expect, test } from 'vitest'
import { findings, isNarrower } from './documentation/review.ts'

test('a policy is reviewed as the documentation says', () => {
  expect(findings).toEqual(['shadowed: git diff --stat'])
  expect(isNarrower).toBe('yes')
})
