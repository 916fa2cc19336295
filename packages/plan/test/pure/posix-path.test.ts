import { posix } from 'node:path'
import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { basename, dirname, isAbsolute, join, normalize, resolve } from '../../src/pure/posix-path.ts'

const path = fc
  .array(fc.constantFrom('/', '//', '.', '..', 'a', 'b.c', '~', ' '), { maxLength: 6 })
  .map((parts) => parts.join(''))

test('paths are taken as Node takes them', () => {
  fc.assert(
    fc.property(path, path, (one, other) => {
      expect(normalize(one)).toBe(posix.normalize(one))
      expect(dirname(one)).toBe(posix.dirname(one))
      expect(basename(one)).toBe(posix.basename(one))
      expect(isAbsolute(one)).toBe(posix.isAbsolute(one))
      expect(join(one, other)).toBe(posix.join(one, other))
      expect(resolve('/x/y', one, other)).toBe(posix.resolve('/x/y', one, other))
    }),
    { numRuns: 2000 },
  )
})
