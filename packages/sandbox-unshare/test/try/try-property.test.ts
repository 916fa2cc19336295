import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { PATH, testGround } from '../backend/test-sandbox.ts'
import { runLine, treeOf, tryLine, withoutOverlay } from './try-ground.ts'

const NAMES = ['a', 'b', 'c', "$'d\\n'", "$'\\xff'", 'a-b'] as const
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))

/** Shell lines that may fail, as commands do: what they leave counts. */
const operation = fc.oneof(
  fc.tuple(path, fc.integer({ min: 0, max: 9 })).map(([place, text]) => `echo ${String(text)} > ${place}`),
  fc.tuple(path, fc.integer({ min: 0, max: 9 })).map(([place, text]) => `echo ${String(text)} >> ${place}`),
  path.map((place) => `mkdir -p ${place}`),
  path.map((place) => `rm -rf ${place}`),
  fc.tuple(path, path).map(([from, to]) => `mv -T ${from} ${to}`),
  // Into itself, what is copied depends on the order in which a file system lists a folder.
  fc
    .tuple(path, path)
    .filter(([from, to]) => !to.startsWith(`${from}/`))
    .map(([from, to]) => `cp -rT ${from} ${to}`),
  fc.tuple(path, path).map(([from, to]) => `ln -sfn ${from} ${to}`),
  fc.tuple(path, path).map(([from, to]) => `ln -fT ${from} ${to}`),
  fc
    .tuple(path, fc.constantFrom('755', '644', '700', '000', '555', '444'))
    .map(([place, mode]) => `chmod ${mode} ${place}`),
  path.map((place) => `truncate -s 100000 ${place}`),
  path.map((place) => `rm -rf ${place}; mkdir ${place}`),
)

const lines = (operations: readonly string[]): string =>
  `${operations.map((one) => `{ ${one}; } 2>/dev/null`).join('\n')}\n:`

describe('whatever a command does', () => {
  test.each(['overlay', 'copy'] as const)(
    'applied, it gives the tree that it would have left itself: %s',
    { timeout: 600_000 },
    async (kind) => {
      const made = testGround()
      const ground = kind === 'overlay' ? made : { ...made, backend: withoutOverlay(made.backend) }
      let round = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { maxLength: 25 }),
          fc.array(operation, { minLength: 1, maxLength: 25 }),
          async (earlier, later) => {
            round += 1
            const workspace = join(ground.folder, `workspace${String(round)}`)
            const direct = join(ground.folder, `direct${String(round)}`)
            mkdirSync(workspace)
            execFileSync('/bin/bash', ['--norc', '-c', lines(earlier)], {
              cwd: workspace,
              env: { PATH },
              stdio: 'ignore',
            })
            execFileSync('/bin/cp', ['-a', workspace, direct])
            const before = treeOf(workspace)
            const { tried, finished } = await tryLine({ ...ground, workspace }, lines(later))
            expect(finished.stderr).toBe('')
            expect(tried.record.view.kind).toBe(kind)
            expect(treeOf(workspace)).toBe(before)
            // Contained as well: outside, root may write what no mode lets it.
            await runLine({ ...ground, workspace: direct }, lines(later))
            expect(await tried.apply()).toEqual({ done: true, overwritten: null, quarantined: [], complete: true })
            expect(treeOf(workspace)).toBe(treeOf(direct))
          },
        ),
        { numRuns: Number(process.env['POUNDLOCK_TRY_RUNS'] ?? tries(25)) },
      )
    },
  )
})
