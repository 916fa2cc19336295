import { describe } from 'vitest'
import { declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(!isRoot && process.env['CI'] === undefined)('as root (needs to be run as root)', () => {
  declareEscapeSuite('as root with an allowlist', 0, { allowlist: true, kinds: ['escape', 'surface'] })
})
