import { describe } from 'vitest'
import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(!isRoot && process.env['CI'] === undefined)('with Landlock as root (needs to be run as root)', () => {
  declareEscapeSuite('in a workspace of root', 0, { renderer: 'landlock' })
  declareEscapeSuite('in a workspace of another user', 0, { owner: ANYBODY, kinds: ['plant'], renderer: 'landlock' })
})
