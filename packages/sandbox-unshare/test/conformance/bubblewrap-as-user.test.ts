import { describe } from 'vitest'
import { needs } from '../system-package.ts'
import { anybody, declareEscapeSuite, isRoot } from './escape-suite.ts'

describe.skipIf(needs('bwrap'))('with bubblewrap (needs bubblewrap)', () => {
  declareEscapeSuite('as a normal user', isRoot ? anybody : process.geteuid!(), { renderer: 'bubblewrap' })
})
