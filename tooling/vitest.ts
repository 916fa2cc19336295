import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The test settings every package shares: workspace packages are read from `src`, without a build. */
export const packageTests: ViteUserConfig = defineConfig({
  resolve: { conditions: ['@poundlock/source'] },
  ssr: { resolve: { conditions: ['@poundlock/source'] } },
})
