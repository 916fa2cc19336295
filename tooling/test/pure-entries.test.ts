import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundlePureEntry, loadWithoutNode } from '../packages/bundle-pure-entry.ts'
import { listPackages } from '../workspace/list-packages.ts'

const roots = listPackages().flatMap(({ entries, layer }) =>
  entries.filter(({ subpath }) => subpath === './pure' || (subpath === '.' && layer === 'core')),
)

test('there are core packages to look at', () => {
  expect(roots.length).toBeGreaterThan(0)
})

// Reads dist, because that is what is published: the root command builds before it tests.
test.each(roots)('$specifier loads where there is no Node', async ({ specifier, script: file }) => {
  const { builtins, script } = await bundlePureEntry(file)
  expect(builtins).toEqual([])
  const here = Object.keys((await import(file)) as object).toSorted()
  expect(loadWithoutNode(script), specifier).toEqual(here)
})

test('an entry that reaches a Node builtin is named with its importer', async () => {
  const { builtins } = await bundlePureEntry(fileURLToPath(new URL('fixtures/impure-entry.js', import.meta.url)))
  expect(builtins).toEqual([expect.stringMatching(/impure-dependency\.js imports node:fs$/u)])
})
