import { describe } from 'vitest'
import { needs } from '../system-package.ts'
import { ANYBODY, declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(needs('bwrap'))('with bubblewrap (needs bubblewrap)', () => {
  declareEscapeSuite('as a normal user', isRoot ? ANYBODY : process.geteuid!(), { renderer: 'bubblewrap' })
})
