import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readEntries } from '../workspace/import-graph.ts'
import { workspaceRoot } from '../workspace/list-packages.ts'

const read = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8')

const LIST = /^export (?:type )?\{(?<names>[^}]*)\}(?: from '(?<from>[^']+)')?/gmu
const TYPE = /^export (?:declare |abstract )*(?:type|interface|class) (?<name>\w+)/gmu
const VALUE = /^export (?:async )?(?:const|function\*?) (?<name>\w+)/gmu

/** What a file exports, each name with the file that an import of it leads to. */
function listExports(file: string, text: string): readonly (readonly [name: string, from: string])[] {
  const lists = [...text.matchAll(LIST)].flatMap(({ groups: { names = '', from = '' } = {} }) =>
    names
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== '')
      .map((name) => {
        const source = from.startsWith('.') ? join(dirname(file), from) : from || file
        return [name.split(' as ').at(-1)!, source] as const
      }),
  )
  const own = [TYPE, VALUE].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => [groups!['name']!, file] as const),
  )
  return [...lists, ...own]
}

/** The names that more than one file owns, each with its files. */
function findShared(exported: readonly (readonly [name: string, file: string])[]): readonly string[] {
  const owners = new Map<string, Set<string>>()
  for (const [name, file] of exported) owners.set(name, (owners.get(name) ?? new Set()).add(file))
  return [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`)
}

const sources = globSync('{packages,apps}/*/src/**/*.ts', { cwd: workspaceRoot })
const entries = [...readEntries(workspaceRoot).values()]

test('the entries of packages and apps are found, with what they export', () => {
  expect(entries.length).toBeGreaterThan(30)
  expect(entries.flatMap((file) => listExports(file, read(file))).length).toBeGreaterThan(500)
})

test('each name that an entry exports means one thing in the whole tree', () => {
  expect(findShared(entries.flatMap((file) => listExports(file, read(file))))).toEqual([])
})

test('each exported type has a name of its own, also where no entry exports it', () => {
  const types = sources.flatMap((file) =>
    [...read(file).matchAll(TYPE)].map(({ groups }) => [groups!['name']!, file] as const),
  )
  expect(types.length).toBeGreaterThan(1000)
  expect(findShared(types)).toEqual([])
})

test('what two files export under one name is found, also through a list and a new name', () => {
  const a = listExports('a/index.ts', "export { open, type Link } from './link.ts'\nexport interface Shown {}\n")
  const b = listExports(
    'b/index.ts',
    "export type {\n  Link,\n} from './link.ts'\nexport { shut as open } from './shut.ts'\n",
  )
  expect(findShared([...a, ...b])).toEqual(['open: a/link.ts, b/shut.ts', 'Link: a/link.ts, b/link.ts'])
})

test('two entries of a package may export the same declaration', () => {
  const root = listExports('a/index.ts', "export { open } from './link.ts'\n")
  const node = listExports('a/node/index.ts', "export { open } from '../link.ts'\n")
  expect(findShared([...root, ...node])).toEqual([])
})
