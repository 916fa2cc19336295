import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

// A browser, a gateway and an agent are three processes that share the machine with all other tests. In CI a test of them
// has a second try, and the last lines of the log name it: look at each of those as at a failure. They have the time of
// several waits of a page, each of which is three minutes.
const BROWSER = {
  test: { retry: process.env['CI'] === 'true' ? 1 : 0, testTimeout: 600_000, expect: { poll: { timeout: 180_000 } } },
}

export default mergeConfig(mergeConfig(packageTests, BROWSER), leftToThoroughRuns('test/browser/**'))
