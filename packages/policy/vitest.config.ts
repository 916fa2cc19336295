import { leftToThoroughRuns, pureTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/review/implies.test.ts', 'test/layers-monotony.test.ts')

// Some search: what takes a second alone takes more beside the tests of everybody else.
export default mergeConfig(mergeConfig(pureTests, { test: { testTimeout: 30_000 } }), longOnes)
