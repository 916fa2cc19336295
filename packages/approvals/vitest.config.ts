import { packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

// Some tests start processes by the dozen: on a busy machine that takes its time.
export default mergeConfig(packageTests, { test: { testTimeout: 120_000 } })
