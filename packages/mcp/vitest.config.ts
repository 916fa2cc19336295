import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns(
  'test/conformance/**',
  'test/names/public-name-pairs.test.ts',
  'test/manager/hostile-servers.test.ts',
  'test/manager/real-servers.test.ts',
  'test/http/**',
  'test/attacks/**',
)

export default mergeConfig(packageTests, longOnes)
