import { packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

// Most tests start the built command several times: on a busy machine that takes its time.
export default mergeConfig(packageTests, { test: { testTimeout: 60_000 } })
