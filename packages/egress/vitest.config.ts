import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(packageTests, leftToThoroughRuns('test/hostile-clients.test.ts'))
