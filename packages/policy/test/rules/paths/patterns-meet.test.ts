import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, it } from 'vitest'
import { compilePathPattern, pathTokens } from '../../../src/rules/paths/path-pattern.ts'
import { regionOf, regionsMeet } from '../../../src/rules/paths/patterns-meet.ts'

/** Every path of up to three names of up to two characters, some with a dot. */
const NAMES = ['a', 'b', '.a', 'ab', 'ba', 'aa', '.', '..'].filter((name) => !/^\.+$/.test(name))
const PATHS = NAMES.flatMap((one) => [
  `/${one}`,
  ...NAMES.flatMap((two) => [`/${one}/${two}`, ...NAMES.map((three) => `/${one}/${two}/${three}`)]),
])

const pattern = fc
  .array(fc.constantFrom('a', 'b', '.a', 'ab', '*', '?', '**', 'a*', '*b', '?a'), { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`)

const region = (text: string, below: boolean) => regionOf(pathTokens(text, '/home/u'), below)

it('two patterns meet where some path fits both', () => {
  fc.assert(
    fc.property(pattern, pattern, fc.boolean(), fc.boolean(), (one, other, below, alsoBelow) => {
      const fits = (text: string, deeper: boolean) => {
        const [own, under] = [compilePathPattern(text, '/home/u'), compilePathPattern(`${text}/**`, '/home/u')]
        return (path: string) => own(path) || (deeper && under(path))
      }
      const [first, second] = [fits(one, below), fits(other, alsoBelow)]
      const shared = PATHS.find((path) => first(path) && second(path))
      const answer = regionsMeet(region(one, below), region(other, alsoBelow))
      expect(regionsMeet(region(other, alsoBelow), region(one, below))).toBe(answer)
      if (shared !== undefined) expect([shared, answer]).toEqual([shared, true])
      // Nor is more said than that, as far as all paths of that size were tried.
      else if (!/\*\*/.test(one + other) && !(below && alsoBelow))
        expect([one, other, answer]).toEqual([one, other, false])
    }),
    { numRuns: tries(2000) },
  )
})

it('patterns without end are taken to meet, at once', () => {
  const long = region(`/${'*a'.repeat(20_000)}`, true)
  expect(regionsMeet(long, region(`/${'?b'.repeat(20_000)}`, false))).toBe(true)
})
