import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(
  packageTests,
  leftToThoroughRuns('test/call/changing-files.test.ts', 'test/call/approval-binding.test.ts'),
)
