import { expect, test } from 'vitest'
import { describeMissing } from '../missing-programs.ts'
import { findProgram } from '../programs.ts'

test('a run that skipped nothing has nothing to add', () => {
  expect(describeMissing([])).toEqual([])
})

test('says once what to install, by the names of packages, and what else is missing', () => {
  const [line, ...rest] = describeMissing([
    'skipped a.test.ts > finds what ripgrep finds: needs rg',
    'skipped a.test.ts > finds it again: needs rg',
    'skipped b.test.ts > with bubblewrap (needs bwrap) > that are there',
    'skipped b.test.ts > with leave that it needs not: needs git',
    'skipped c.test.ts > a command (skipped: The container engine cannot be reached) > runs',
    'skipped d.test.ts > disks (needs to be run as root) > are mounted',
  ])
  expect(rest).toEqual([])
  expect(line).toContain('6 tests were skipped')
  expect(line).toContain('install bubblewrap git ripgrep; start Docker or Podman; run as root; or run .ci/run')
})

test('a skip of which the reason is not known still says where everything runs', () => {
  expect(describeMissing(['skipped a.test.ts > odd'])).toEqual([
    expect.stringMatching(/To run them, too: run \.ci\/run/),
  ])
})

test('a program is found as an absolute path, or not at all', () => {
  expect(findProgram('sh')).toMatch(/^\/.*\/sh$/)
  expect(findProgram('no-such-program-anywhere')).toBeNull()
})
