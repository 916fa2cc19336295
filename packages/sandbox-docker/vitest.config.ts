import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/conformance/**', 'test/podman/**')

// Containers are started and removed for real: on a busy machine that takes its time.
export default mergeConfig(
  mergeConfig(packageTests, { test: { testTimeout: 120_000, hookTimeout: 180_000 } }),
  longOnes,
)
