import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { prepareGit } from './git-ground.ts'
import { type GitRow, PARTIAL_ROWS, SETTING_ROWS, SUBMODULE_ROWS, USUAL_SETTINGS } from './git-rows.ts'

const cases = (rows: readonly GitRow[]): readonly (readonly [string, string, GitRow])[] =>
  rows.flatMap((row) => row.commands.map((command) => [row.name, command, row] as const))

describe.each([
  ['repositories within', SUBMODULE_ROWS],
  ['partial clones', PARTIAL_ROWS],
  ['settings and hooks', SETTING_ROWS],
])('%s', (_, rows) => {
  test.each(someOf(cases(rows)))('%s: `%s` is known to run it', (_name, command, row) => {
    const ground = prepareGit()
    row.prepare(ground)
    expect(ground.planned(command)).not.toEqual([])
    if (row.untried === undefined) expect(ground.runs(command)).toBe(true)
  })

  test.each(someOf(rows.flatMap((row) => (row.quiet ?? []).map((command) => [row.name, command, row] as const))))(
    '%s: `%s` runs nothing',
    (_name, command, row) => {
      const ground = prepareGit()
      row.prepare(ground)
      expect(ground.runs(command)).toBe(false)
      expect(ground.planned(command)).toEqual([])
    },
  )
})

const DAILY = [
  'git status',
  'git diff',
  'git add -A',
  "git commit -m 'x'",
  'git log -p',
  'git fetch',
  'git push',
  'git stash',
  'git checkout -b new',
  'git merge --ff-only origin/main',
]

test.each(someOf(USUAL_SETTINGS))('%s = %s is what developers have, and makes no command ask', (key, value) => {
  const ground = prepareGit()
  ground.git('config', key, value)
  for (const command of DAILY) expect([command, ...ground.planned(command)]).toEqual([command])
})
