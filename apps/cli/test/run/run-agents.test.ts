import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installedProgram } from '../hook/agents/installed-agents.ts'
import { runGuarded, type RunSession } from './run-agent.ts'
import { CALL_KINDS, callsOf, RUN_AGENTS, SECRET, type RunAgent } from './run-calls.ts'

const needs = (agent: RunAgent) =>
  installedProgram(agent) === null ? ` (needs ${agent} in the folder that POUNDLOCK_AGENTS names)` : ''

const pathIn = ({ workspace, outside }: RunSession, named: string) => {
  const path = named.replace('$OUT', outside)
  return isAbsolute(path) ? path : join(workspace, path)
}

describe.each(RUN_AGENTS)('%s behind poundlock run', (agent) => {
  test.skipIf(needs(agent) !== '')(
    `does what is harmless, and nothing that the policy denies or no person approves${needs(agent)}`,
    { concurrent: true, timeout: 300_000 },
    async ({ onTestFinished }) => {
      const calls = callsOf(agent)
      const session = await runGuarded(agent, calls)
      onTestFinished(session.remove)
      const { sent, turns, code, stderr, reached, left } = session
      const isThere = (name: string) => existsSync(pathIn(session, name))
      for (const { kind, makes = [], keeps = [], never = [] } of CALL_KINDS) {
        const found = {
          kind,
          missing: [...makes, ...keeps].filter((name) => !isThere(name)),
          made: never.filter(isThere),
        }
        expect(found, stderr).toEqual({ kind, missing: [], made: [] })
      }
      expect(readFileSync(join(session.workspace, 'a.txt'), 'utf8')).toBe('hello\n')
      expect(readFileSync(join(session.workspace, 'edited.txt'), 'utf8')).toBe('after\n')
      expect(existsSync(join(session.workspace, 'remote'))).toBe(false)
      expect(reached).toEqual([])
      expect(sent).not.toContain(SECRET)
      expect(turns).toBeGreaterThan(calls.length)
      expect(left).toEqual([])
      expect(code).toBe(0)
    },
  )
})

test('the table of docs/evidence.md counts these calls', () => {
  const page = readFileSync(new URL('../../../../docs/evidence.md', import.meta.url), 'utf8')
  const [, table = ''] = /<!-- run:start -->([^]*)<!-- run:end -->/.exec(page) ?? []
  const rows = [...table.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))
  const counts = CALL_KINDS.map(({ kind, guarded = [], native = {} }) => [
    kind,
    ...RUN_AGENTS.map((agent) => String(guarded.length + (native[agent]?.length ?? 0))),
  ])
  expect(rows.slice(2).map((row) => row.slice(0, 5))).toEqual([
    ...counts,
    ['all', ...RUN_AGENTS.map((agent) => String(callsOf(agent).length))],
  ])
})
