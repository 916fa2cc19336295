import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(
  packageTests,
  leftToThoroughRuns('test/manager/hostile-servers.test.ts', 'test/manager/real-servers.test.ts'),
)
