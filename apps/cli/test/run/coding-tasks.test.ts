import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedProgram } from '../hook/agents/installed-agents.ts'
import { runCodingTasks } from './coding-session.ts'
import { CODING_TASKS } from './coding-tasks.ts'

const needs = installedProgram('claude') === null ? ' (needs claude in the folder that POUNDLOCK_AGENTS names)' : ''

test.skipIf(needs !== '')(
  `guarded tools need no more turns than those of Claude Code, and do the same${needs}`,
  { timeout: 600_000 },
  async () => {
    const [native, guarded] = await Promise.all([runCodingTasks('native'), runCodingTasks('guarded')])
    expect(guarded.problems, guarded.stderr).toEqual([])
    expect(native.problems, native.stderr).toEqual([])
    expect(guarded.files).toEqual(native.files)
    const rows = CODING_TASKS.map(({ task }, at) => [
      task,
      ...[native, guarded].flatMap(({ tasks }) => numbers(tasks[at]!)),
    ])
    expect(rows).toEqual(tableOf('../../../../docs/run.md'))
    for (const [at, { turns }] of guarded.tasks.entries()) expect(turns).toBeLessThanOrEqual(native.tasks[at]!.turns)
  },
)

const numbers = ({ turns, errors }: { readonly turns: number; readonly errors: number }) => [
  String(turns),
  String(errors),
]

/** The rows of the table of tasks. */
function tableOf(page: string): readonly string[][] {
  const text = readFileSync(new URL(page, import.meta.url), 'utf8')
  const [, table = ''] = /<!-- tasks:start -->([^]*)<!-- tasks:end -->/.exec(text) ?? []
  return [...table.matchAll(/^\|(.*)\|$/gm)].slice(2).map(([, row]) => row!.split('|').map((cell) => cell.trim()))
}
