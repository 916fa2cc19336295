import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns(
  'test/node/approvals-store.test.ts',
  'test/node/killed-writer.test.ts',
  'test/node/socket/attacks.test.ts',
  'test/node/socket/served-by-processes.test.ts',
)

// Some tests start processes by the dozen: on a busy machine that takes its time.
export default mergeConfig(mergeConfig(packageTests, { test: { testTimeout: 120_000 } }), longOnes)
