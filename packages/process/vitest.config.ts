import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/jobs/many-jobs.test.ts', 'test/jobs/jobs.test.ts')

export default mergeConfig(packageTests, longOnes)
