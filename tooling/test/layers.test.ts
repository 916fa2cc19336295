import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { listPackages, workspaceRoot } from '../workspace/list-packages.ts'

const packages = listPackages()

// turbo boundaries lets a package without a tag import everything.
test.each(packages)('$name states its layer in turbo.json', ({ layer }) => {
  expect(['core', 'host', 'kernel', 'backend', 'app']).toContain(layer)
})

// A package without a root entry is for Node alone.
const pure = packages.filter(({ layer, entries }) => layer === 'core' && entries.some(({ subpath }) => subpath === '.'))

test.each(pure)('the linter keeps $name pure', ({ folder }) => {
  const settings = readFileSync(join(workspaceRoot, '.oxlintrc.json'), 'utf8')
  const listed = /"packages\/\{(?<names>[^}]+)\}\/src\/\*\*"/u.exec(settings)?.groups?.['names']
  expect(listed?.split(',')).toContain(basename(folder))
})
