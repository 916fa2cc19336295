import { pureTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

// One test starts a process: on a busy machine that takes its time.
export default mergeConfig(pureTests, { test: { testTimeout: 60_000 } })
