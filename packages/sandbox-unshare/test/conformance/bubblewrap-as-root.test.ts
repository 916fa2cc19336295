import { describe } from 'vitest'
import { needs } from '../system-package.ts'
import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

const cannot = (!isRoot && process.env['CI'] === undefined) || needs('bwrap')

describe.skipIf(cannot)('with bubblewrap as root (needs bubblewrap, and to be run as root)', () => {
  declareEscapeSuite('in a workspace of root', 0, { renderer: 'bubblewrap' })
  declareEscapeSuite('in a workspace of another user', 0, {
    owner: ANYBODY,
    kinds: ['plant'],
    renderer: 'bubblewrap',
  })
})
