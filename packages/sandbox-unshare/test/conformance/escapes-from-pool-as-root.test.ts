import { describe } from 'vitest'
import { declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(!isRoot && process.env['CI'] === undefined)('as root (needs to be run as root)', () => {
  declareEscapeSuite('in a workspace of root, in a sandbox that waited', 0, { pool: true })
})
