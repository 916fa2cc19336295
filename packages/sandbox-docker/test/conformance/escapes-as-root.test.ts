import { describe } from 'vitest'
import { isRoot } from '../container-engine.ts'
import { declareEscapeSuite } from './escape-suite.ts'

describe.skipIf(!isRoot && process.env['CI'] === undefined)('as root (needs to be run as root)', () => {
  // Inside, the command is root without any capability. What can be reached does not depend on that, what can be done does.
  declareEscapeSuite('in a workspace of root', 0, { kinds: ['escape', 'plant', 'resource', 'leak'] })
})
