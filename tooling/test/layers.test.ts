import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { listPackages, workspaceRoot } from '../workspace/list-packages.ts'

const packages = listPackages()

// turbo boundaries lets a package without a tag import everything.
test.each(packages)('$name states its layer in turbo.json', ({ layer }) => {
  expect(['core', 'host', 'kernel', 'backend', 'app']).toContain(layer)
})

test.each(packages.filter(({ layer }) => layer === 'core'))('the linter keeps $name pure', ({ folder }) => {
  const settings = readFileSync(join(workspaceRoot, '.oxlintrc.json'), 'utf8')
  const pure = /"packages\/\{(?<names>[^}]+)\}\/src\/\*\*"/u.exec(settings)?.groups?.['names']
  expect(pure?.split(',')).toContain(basename(folder))
})
