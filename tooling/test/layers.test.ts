import { expect, test } from 'vitest'
import { listPackages } from '../workspace/list-packages.ts'

// turbo boundaries lets a package without a tag import everything.
test.each(listPackages())('$name states its layer in turbo.json', ({ layer }) => {
  expect(['core', 'host', 'kernel', 'backend', 'app']).toContain(layer)
})
