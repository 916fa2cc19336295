import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { configDefaults, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config'
import { isolatedTests, packageTests } from './vitest.ts'

/**
 * The tests of all packages, for a run of the whole tree. Each project of vitest transforms what it loads for itself, so
 * packages with the same settings are one project. A package with settings of its own stays a project of its own.
 */
export async function gatherProjects(root: string): Promise<TestProjectConfiguration[]> {
  const isolated: Group = { name: 'isolated', settings: isolatedTests, include: [], exclude: [] }
  const shared: Group = { name: 'shared', settings: packageTests, include: [], exclude: [] }
  const others: string[] = []
  for (const file of globSync(['{packages,apps}/*/vitest.config.ts', 'tooling/vitest.config.ts'], { cwd: root })) {
    const folder = dirname(file)
    const { default: config } = (await import(pathToFileURL(join(root, file)).href)) as { default: ViteUserConfig }
    const group = [isolated, shared].find(({ settings }) => isDeepStrictEqual(settings, withoutExclude(config)))
    if (group === undefined) {
      others.push(folder)
      continue
    }
    group.include.push(`${folder}/**/*.test.{ts,tsx}`)
    const own = (config.test?.exclude ?? []).filter((pattern) => !configDefaults.exclude.includes(pattern))
    group.exclude.push(...own.map((pattern) => `${folder}/${pattern}`))
  }
  return [...others, ...[isolated, shared].map(describeGroup)]
}

interface Group {
  readonly name: string
  readonly settings: ViteUserConfig
  readonly include: string[]
  readonly exclude: string[]
}

const describeGroup = ({ name, settings, include, exclude }: Group): TestProjectConfiguration => ({
  ...settings,
  test: { ...settings.test, name, include, exclude: [...configDefaults.exclude, ...exclude] },
})

function withoutExclude({ test = {}, ...config }: ViteUserConfig): ViteUserConfig {
  const { exclude: _, ...others } = test
  return { ...config, test: others }
}
