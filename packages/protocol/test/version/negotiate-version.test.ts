import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { negotiateVersion } from '../../src/index.ts'

const range = fc
  .tuple(fc.integer({ min: -1, max: 8 }), fc.integer({ min: -1, max: 8 }))
  .map(([min, max]) => ({ min, max }))

test('both sides find the same version, and it is in both ranges', () => {
  fc.assert(
    fc.property(range, range, (left, right) => {
      const here = negotiateVersion(left, right)
      const there = negotiateVersion(right, left)
      expect(here.ok ? here.version : null).toBe(there.ok ? there.version : null)
      if (!here.ok) return
      for (const { min, max } of [left, right]) {
        expect(here.version).toBeGreaterThanOrEqual(min)
        expect(here.version).toBeLessThanOrEqual(max)
      }
    }),
  )
})

test('where ranges meet there is a version, and no higher one is in both', () => {
  fc.assert(
    fc.property(range, range, (left, right) => {
      const inBoth = Array.from({ length: 9 }, (_, index) => index).filter(
        (version) =>
          version >= 1 && [left, right].every(({ min, max }) => min >= 1 && min <= version && version <= max),
      )
      const found = negotiateVersion(left, right)
      expect(found.ok ? found.version : undefined).toBe(inBoth.at(-1))
    }),
  )
})

test('a refusal names both ranges', () => {
  expect(negotiateVersion({ min: 3, max: 4 }, { min: 1, max: 1 })).toMatchObject({
    ok: false,
    message: 'No version of the protocol is in both ranges: 3 to 4 and 1.',
  })
})
