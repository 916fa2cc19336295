import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { afterAll, expect, test } from 'vitest'
import { applyHunks } from '../../../src/files/patch/apply-hunks.ts'
import type { Hunk, PatchOperation } from '../../../src/files/patch/patch-operation.ts'
import { readPatch } from '../../../src/files/patch/read-patch.ts'

const folder = mkdtempSync(join(tmpdir(), 'poundlock-hunks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const line = fc.constantFrom(
  'a',
  'b',
  'c',
  'd',
  'e',
  '',
  ' x',
  '-- y',
  '++ z',
  '@@',
  '*** f',
  '\\ g',
  'unique 1',
  'unique 2',
)
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, end, isOpen]) => lines.join(end) + (lines.length === 0 || isOpen ? '' : end))

function diffOf(before: string, after: string, context: number): string {
  writeFileSync(join(folder, 'old'), before)
  writeFileSync(join(folder, 'new'), after)
  const options = [`-U${context}`, '--label', 'a/f', '--label', 'b/f', 'old', 'new']
  return spawnSync('diff', options, { cwd: folder, encoding: 'utf8' }).stdout
}

const hunksOf = (operation: PatchOperation | undefined): readonly Hunk[] =>
  operation?.kind === 'update' ? operation.hunks : []

test('what diff makes of two texts makes the second of the first, to the byte', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 4 }), (before, after, context) => {
      fc.pre(before !== after)
      const patch = diffOf(before, after, context)
      const [operation, ...more] = readPatch(patch)
      expect(more).toEqual([])
      expect(applyHunks(before, hunksOf(operation), 'f')).toBe(after)
    }),
    { numRuns: tries(400) },
  )
})

test('without line numbers a change is made in its place, or refused', () => {
  let made = 0
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 4 }), (before, after, context) => {
      fc.pre(before !== after)
      const hunks = hunksOf(readPatch(diffOf(before, after, context))[0])
      const blind = hunks.map((hunk) => ({ ...hunk, startLine: null }))
      // What only adds, with nothing around it, goes to the end.
      fc.pre(blind.every(({ lines }) => lines.some(({ kind }) => kind !== 'add')))
      let result: string
      try {
        result = applyHunks(before, blind, 'f')
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^PATCH_(?:AMBIGUOUS|CONTEXT)$/) })
        return
      }
      made++
      expect(result).toBe(after)
    }),
    { numRuns: tries(400) },
  )
  expect(made).toBeGreaterThan(0)
})
