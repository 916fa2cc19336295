import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName, normalisePath } from '../../src/commands/protected-paths.ts'
import { pathProblem, SIMPLE_PATH } from '../../src/files/file-access.ts'

const character = fc.constantFrom(...'ab0_-.//~ A\\:$*é\u200B\uFF0F'.split(''))

test('a simple path has no problem, is normalised and folds to itself', () => {
  let simple = 0
  fc.assert(
    fc.property(
      fc.array(character, { maxLength: 12 }).map((parts) => parts.join('')),
      (text) => {
        if (!SIMPLE_PATH.test(text)) return
        simple++
        const path = text.startsWith('/') ? text : `/${text}`
        expect([pathProblem(text), normalisePath(path), foldName(path)]).toEqual([null, path, path])
      },
    ),
    { numRuns: 5000 },
  )
  expect(simple).toBeGreaterThan(100)
})

test.each(['', '/', '.', '..', 'a/..', '../a', 'a/./b', 'a//b', 'a/', '.git/x', 'a.', 'a/.b', '-a', 'A', '~/a', 'a b'])(
  '%j is not simple',
  (text) => {
    expect(SIMPLE_PATH.test(text)).toBe(false)
  },
)

test('a long name takes no longer than its length', () => {
  expect(SIMPLE_PATH.test(`${'a.b-c/'.repeat(50_000)}!`)).toBe(false)
})
