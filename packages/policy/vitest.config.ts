import { pureTests } from '@poundlock/tooling/vitest'
import { defineConfig } from 'vitest/config'

// Some search: what takes a second alone takes more beside the tests of everybody else.
export default defineConfig({ ...pureTests, test: { ...pureTests.test, testTimeout: 30_000 } })
