import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(
  packageTests,
  leftToThoroughRuns('test/calls/killed-gateway.test.ts', 'test/calls/calls.test.ts'),
)
