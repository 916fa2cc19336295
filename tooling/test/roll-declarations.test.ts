import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { rollDeclarations } from '../api/roll-declarations.ts'

const entry = fileURLToPath(new URL('fixtures/declarations/index.d.ts', import.meta.url))

test('a report holds every declaration file that the entry reaches, and no other', () => {
  const report = rollDeclarations(entry, '@poundlock/sample')
  expect(report).toContain('// index.d.ts')
  expect(report).toContain('// parts/reached.d.ts\nexport declare const reached: "/* not a comment */";')
  expect(report).not.toContain('unreached')
})

test('a report leaves comments out, so that only the surface can differ', () => {
  expect(rollDeclarations(entry, '@poundlock/sample')).not.toContain('words')
})
