import { leftToThoroughRuns, pureTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(
  pureTests,
  leftToThoroughRuns('test/call/changing-files.test.ts', 'test/call/approval-binding.test.ts'),
)
