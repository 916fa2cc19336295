import { describe } from 'vitest'
import { anybody, declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(!isRoot && process.env['CI'] === undefined)('as root (needs to be run as root)', () => {
  declareEscapeSuite('in a workspace of another user', 0, anybody)
})
