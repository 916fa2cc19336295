import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns(
  'test/node/approvals-store.test.ts',
  'test/node/killed-writer.test.ts',
  'test/node/socket/attacks.test.ts',
  'test/node/socket/served-by-processes.test.ts',
)

export default mergeConfig(packageTests, longOnes)
