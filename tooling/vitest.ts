import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config'

/**
 * The test settings every package shares: workspace packages are read from `src`, without a build, and the files share
 * workers. A test leaves nothing behind in its process.
 */
export const packageTests: ViteUserConfig = defineConfig({
  resolve: { conditions: ['@poundlock/source'] },
  ssr: { resolve: { conditions: ['@poundlock/source'] } },
  // What takes a second alone takes more beside the tests of everybody else, and much more on a machine that is shared.
  test: { isolate: false, testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } },
})

/** The same for packages whose tests look at their own process, or keep something open: each file has a process. */
export const isolatedTests: ViteUserConfig = defineConfig({
  ...packageTests,
  test: { ...packageTests.test, isolate: true },
})

/**
 * Settings that leave test files to thorough runs (`POUNDLOCK_THOROUGH=1`, as in CI): each takes seconds of real
 * processes, and at a desk the whole run has to end in two minutes.
 *
 * @param files relative to the package; patterns are allowed
 */
export const leftToThoroughRuns = (...files: string[]): ViteUserConfig =>
  process.env['POUNDLOCK_THOROUGH'] === '1' ? {} : { test: { exclude: [...configDefaults.exclude, ...files] } }
