import { leftToThoroughRuns, pureTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/review/implies.test.ts', 'test/layers-monotony.test.ts')

export default mergeConfig(pureTests, longOnes)
