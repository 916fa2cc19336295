import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { packageTests } from '../vitest.ts'
import { workspaceRoot } from '../workspace/list-packages.ts'
import { CORE, leftOutOn, ON_EACH_SYSTEM, ON_MACOS } from './left-out.ts'

const platform = process.env['POUNDLOCK_FAKED_PLATFORM']
const onMacos = [...ON_EACH_SYSTEM.filter((name) => !CORE.includes(name)), ...ON_MACOS]
const packages = platform === 'win32' ? ON_EACH_SYSTEM : onMacos

/** The tests of packages on a system that is faked: `POUNDLOCK_FAKED_PLATFORM=win32 vitest run --config …`. */
export default defineConfig({
  ...packageTests,
  root: workspaceRoot,
  test: {
    ...packageTests.test,
    setupFiles: ['fake-platform.ts', 'setup.ts'].map((name) => join(import.meta.dirname, name)),
    include: packages.map((name) => `packages/${name}/test/**/*.test.ts`),
    exclude: [
      ...configDefaults.exclude,
      ...leftOutOn(platform)
        .filter(({ tests }) => tests === undefined)
        .map(({ file }) => file),
    ],
    reporters: ['default', join(import.meta.dirname, '../summary-reporter.ts')],
  },
})
