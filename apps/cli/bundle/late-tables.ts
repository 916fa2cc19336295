import { readFile } from 'node:fs/promises'
import type { Bundler, Plugin } from './bundler.ts'
import { evaluateModule } from './evaluate-module.ts'

/** Where the tables of all commands are put together. */
const CATALOGUE = /\/packages\/profiles\/src\/catalogue\.ts$/

/**
 * Loads the tables of a family of commands when one of them is looked up: a line names one or two of several hundred
 * commands.
 */
export const lateTables: Plugin = {
  name: 'late-tables',
  setup(build) {
    build.onLoad({ filter: CATALOGUE }, async ({ path }) => {
      const files = fileOfFamily(await readFile(path, 'utf8'))
      const { commandTables } = (await evaluateModule(build.esbuild, path)) as {
        commandTables: ReadonlyMap<string, unknown>
      }
      const owners = await namesOfFamilies(build.esbuild, path, files)
      const missing = [...commandTables.keys()].filter((name) => !owners.has(name))
      if (missing.length > 0) throw new Error(`${path}: no family has ${missing.join(', ')}`)
      const loaders = [...files].map(([family, file]) => `${family}: () => require(${JSON.stringify(file)}).${family}`)
      return { contents: contentsOf(loaders, owners), loader: 'js' }
    })
  },
}

function fileOfFamily(source: string): ReadonlyMap<string, string> {
  const imports = source.matchAll(/^import \{ (\w+) \} from '(\.\/tables\/[\w-]+\.ts)'$/gm)
  return new Map([...imports].map(([, family, file]) => [family!, file!]))
}

/** Which family has a command; of several the last one in the list, as in the catalogue. */
async function namesOfFamilies(
  bundler: Bundler,
  catalogue: string,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const list = /\[\n((?: {4}\w+,\n)+) {2}\]/.exec(await readFile(catalogue, 'utf8'))?.[1]
  if (list === undefined) throw new Error(`${catalogue}: the list of families was not found`)
  const owners = new Map<string, string>()
  for (const family of list.match(/\w+/g) ?? []) {
    const values = await evaluateModule(bundler, new URL(files.get(family)!, `file://${catalogue}`).pathname)
    for (const names of Object.keys(values[family] as object)) {
      for (const name of names.split(' ')) owners.set(name, family)
    }
  }
  return owners
}

const contentsOf = (loaders: readonly string[], owners: ReadonlyMap<string, string>): string => `
const load = { ${loaders.join(',\n')} }
const owners = new Map(Object.entries(${JSON.stringify(Object.fromEntries(owners))}))
const find = (name) => Object.entries(load[owners.get(name)]()).find(([names]) => names.split(' ').includes(name))[1]
export const commandTables = {
  get: (name) => (owners.has(name) ? find(name) : undefined),
  has: (name) => owners.has(name),
  keys: () => owners.keys(),
}
export const PROFILED_COMMANDS = [...owners.keys()].toSorted()
`
