import { readFile } from 'node:fs/promises'
import type { Plugin } from './bundler.ts'
import { evaluateModule } from './evaluate-module.ts'

/** Where the tables of all commands are put together, family by family. */
const CATALOGUE = /\/packages\/profiles\/src\/catalogue\.ts$/

type Family = Readonly<Record<string, unknown>>

/**
 * Loads the tables of a family of commands when one of them is looked up: a line names one or two of several hundred
 * commands. A catalogue that is written in another way than is known here is taken as it is.
 */
export const lateTables: Plugin = {
  name: 'late-tables',
  setup(build) {
    build.onLoad({ filter: CATALOGUE }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const files = new Map([...source.matchAll(IMPORT)].map(([, family, file]) => [family!, file!]))
      const order = LIST.exec(source)?.[1]?.match(/\w+/g) ?? []
      const entries = [...files].map(([family, file]) => `export { ${family} } from '${file}'`)
      const all = `export { commandTables } from '${path}'\n${entries.join('\n')}`
      const { commandTables, ...families } = await evaluateModule(build.esbuild, path, all)
      const owners = ownersOf(order, families as Readonly<Record<string, Family>>)
      const names = [...(commandTables as ReadonlyMap<string, unknown>).keys()]
      if (owners.size !== names.length || names.some((name) => !owners.has(name))) {
        return {
          contents: source,
          loader: 'ts',
          warnings: [{ text: 'the tables are loaded early: their list reads otherwise' }],
        }
      }
      const loaders = order.map((family) => `${family}: () => require(${JSON.stringify(files.get(family))}).${family}`)
      return { contents: contentsOf(loaders, owners), loader: 'js' }
    })
  },
}

const IMPORT = /^import \{ (\w+) \} from '(\.\/tables\/[\w-]+\.ts)'$/gm
const LIST = /\[\n((?: {4}\w+,\n)+) {2}\]/

/** Which family has a command; of several the last one in the list, as in the catalogue. */
function ownersOf(order: readonly string[], families: Readonly<Record<string, Family>>): ReadonlyMap<string, string> {
  return new Map(
    order.flatMap((family) =>
      Object.keys(families[family] ?? {}).flatMap((names) => names.split(' ').map((name) => [name, family] as const)),
    ),
  )
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
