import { defineConfig } from 'vitest/config'
import { gatherProjects } from './tooling/vitest-projects.ts'

export default defineConfig({
  test: {
    projects: await gatherProjects(import.meta.dirname),
    reporters: ['default', './tooling/summary-reporter.ts'],
  },
})
