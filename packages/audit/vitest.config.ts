import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/node/concurrency.test.ts')

export default mergeConfig(packageTests, longOnes)
