import { leftToThoroughRuns, pureTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(pureTests, leftToThoroughRuns('test/interrupted-apply.test.ts'))
