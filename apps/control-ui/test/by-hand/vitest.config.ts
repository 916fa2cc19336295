import { packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

/** What is run by hand: pictures for the documentation. */
export default mergeConfig(packageTests, { test: { include: ['test/by-hand/*.script.ts'], testTimeout: 600_000 } })
