import { toolAccess } from '@poundlock/policy'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { accessesOf } from '../../../src/files/patch/named-files.ts'
import { readPatch } from '../../../src/files/patch/read-patch.ts'
import { FileToolError } from '../../../src/index.ts'

const path = fc.constantFrom(
  'x',
  'a/x',
  'b/x',
  'a/b/x',
  'src/x y',
  '.git/hooks/x',
  '"a/x"',
  'a',
  'c/../x',
  '/dev/null',
  '/etc/x',
  'x\ty',
  ' x ',
  'x\r',
  'x\u2028y',
  '*** Add File: z',
  '',
)
const line = fc.oneof(
  path.map((name) => `*** Add File: ${name}`),
  path.map((name) => `*** Update File: ${name}`),
  path.map((name) => `*** Update File:${name}`),
  path.map((name) => `*** Delete File: ${name}`),
  path.map((name) => `*** Move to: ${name}`),
  path.map((name) => `--- ${name}`),
  path.map((name) => `+++ ${name}`),
  path.map((name) => `rename from ${name}`),
  path.map((name) => `rename to ${name}`),
  path.map((name) => `Index: ${name}`),
  fc.tuple(path, path).map(([from, to]) => `diff --git ${from} ${to}`),
  fc.tuple(path, path).map(([from, to]) => `--- ${from}\n+++ ${to}\n@@ -1 +1 @@\n-a\n+b`),
  fc.constantFrom(
    '@@',
    '@@ -1 +1 @@',
    ' a',
    '-a',
    '+a',
    '',
    '*** End of File',
    '*** End Patch',
    'deleted file mode 100644',
    'new file mode 100644',
    'new mode 100755',
    '\\ No newline at end of file',
    '--- ',
    '-- ',
  ),
)
const patch = fc
  .tuple(
    fc.constantFrom('*** Begin Patch\n', ''),
    fc.array(line, { maxLength: 8 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('\n*** End Patch', '\n', ''),
  )
  .map(([head, lines, end, tail]) => head + lines.join(end) + tail)

test('no patch touches a file that the policy did not see in it', () => {
  let read = 0
  fc.assert(
    fc.property(patch, (text) => {
      let operations
      try {
        operations = readPatch(text)
      } catch (error) {
        expect(error).toBeInstanceOf(FileToolError)
        return
      }
      read++
      const named = toolAccess('apply_patch', { patch: text }).files
      for (const access of operations.flatMap(accessesOf)) expect(named, JSON.stringify(text)).toContainEqual(access)
    }),
    { numRuns: tries(30_000) },
  )
  expect(read).toBeGreaterThan(tries(30_000) / 100)
})
