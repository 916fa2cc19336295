import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceRoot } from '../workspace/list-packages.ts'

/** What no build reads: the tests and what a package ships as it is, and what is made from the rest. */
const NO_SOURCES = ['test', 'bench', 'vectors', 'dist', 'node_modules', '.turbo', 'coverage']

test.each(['turbo.json', 'apps/cli/turbo.json'])('a change in any folder of sources builds anew: %s', (file) => {
  const [, inputs = ''] = /"inputs": \[([^\]]*)\]/u.exec(readFileSync(join(workspaceRoot, file), 'utf8')) ?? []
  const folders = globSync('{packages,apps}/*/*', { cwd: workspaceRoot, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_SOURCES.includes(entry.name))
    .map(({ name }) => name)
  expect(folders).toContain('src')
  expect(folders.filter((folder) => !inputs.includes(`"${folder}/**"`))).toEqual([])
})
