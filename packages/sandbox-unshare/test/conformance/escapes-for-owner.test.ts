import { describe } from 'vitest'
import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(!isRoot && process.env['CI'] === undefined)('as root (needs to be run as root)', () => {
  // What is visible does not depend on the owner; whose rights the command has, and whose files it leaves, does.
  declareEscapeSuite('in a workspace of another user', 0, { owner: ANYBODY, kinds: ['plant', 'resource', 'leak'] })
})
