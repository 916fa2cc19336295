import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The test settings every package shares: workspace packages are read from `src`, without a build. */
export const packageTests: ViteUserConfig = defineConfig({
  resolve: { conditions: ['@poundlock/source'] },
  ssr: { resolve: { conditions: ['@poundlock/source'] } },
})

/** The same for packages whose tests share nothing that one could spoil for another: they run in one worker each. */
export const pureTests: ViteUserConfig = defineConfig({ ...packageTests, test: { isolate: false } })
