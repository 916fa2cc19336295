import { packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

// Containers are started and removed for real: on a busy machine that takes its time.
export default mergeConfig(packageTests, { test: { testTimeout: 60_000, hookTimeout: 180_000 } })
