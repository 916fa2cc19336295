import { leftToThoroughRuns, pureTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/egress/hostile-clients.test.ts', 'test/try/interrupted-apply.test.ts')

export default mergeConfig(pureTests, longOnes)
