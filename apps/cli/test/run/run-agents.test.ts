import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installedProgram } from '../hook/agents/installed-agents.ts'
import { AGENT_MODES, type AgentMode } from './agent-modes.ts'
import { runGuarded, type RunSession } from './run-agent.ts'
import { CALL_KINDS, callsOf, callsOfKind, kindsOf, RUN_AGENTS, SECRET, type RunAgent } from './run-calls.ts'

const needs = (agent: RunAgent) =>
  installedProgram(agent) === null ? ` (needs ${agent} in the folder that POUNDLOCK_AGENTS names)` : ''

const pathIn = ({ workspace, outside }: RunSession, named: string) => {
  const path = named.replace('$OUT', outside)
  return isAbsolute(path) ? path : join(workspace, path)
}

const IN_MODE: Readonly<Record<AgentMode, string>> = {
  run: 'behind poundlock run',
  mcp: 'with poundlock mcp serve, its own tools off',
  hook: 'with the hook alone',
}

describe.each(AGENT_MODES.flatMap((mode) => RUN_AGENTS.map((agent) => ({ agent, mode, title: IN_MODE[mode] }))))(
  '$agent $title',
  ({ agent, mode }) => {
    test.skipIf(needs(agent) !== '')(
      `does what is harmless, and nothing that the policy denies or no person approves${needs(agent)}`,
      { concurrent: true, timeout: 300_000 },
      async ({ onTestFinished }) => {
        const session = await runGuarded(agent, mode)
        onTestFinished(session.remove)
        const { sent, turns, code, stderr, reached, left } = session
        const isThere = (name: string) => existsSync(pathIn(session, name))
        for (const { kind, makes = [], makesContained = [], keeps = [], never = [] } of kindsOf(mode)) {
          const isContained = mode !== 'hook'
          const found = {
            kind,
            missing: [...makes, ...keeps, ...(isContained ? makesContained : [])].filter((name) => !isThere(name)),
            made: [...never, ...(isContained ? [] : makesContained)].filter(isThere),
          }
          expect(found, stderr).toEqual({ kind, missing: [], made: [] })
        }
        expect(readFileSync(join(session.workspace, 'a.txt'), 'utf8')).toBe('hello\n')
        expect(readFileSync(join(session.workspace, 'edited.txt'), 'utf8')).toBe('after\n')
        expect(existsSync(join(session.workspace, 'remote'))).toBe(false)
        expect(reached).toEqual([])
        expect(sent).not.toContain(SECRET)
        expect(turns).toBeGreaterThan(callsOf(agent, mode).length)
        expect(left).toEqual([])
        expect(code).toBe(0)
      },
    )
  },
)

test('the table of docs/evidence.md counts these calls', () => {
  const page = readFileSync(new URL('../../../../docs/evidence.md', import.meta.url), 'utf8')
  const [, table = ''] = /<!-- run:start -->([^]*)<!-- run:end -->/.exec(page) ?? []
  const rows = [...table.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))
  const counts = CALL_KINDS.map((kind) => [
    kind.kind,
    ...RUN_AGENTS.map((agent) => String(callsOfKind(agent, 'run', kind).length)),
    ...AGENT_MODES.map((mode) => (kindsOf(mode).includes(kind) ? 'x' : '–')),
  ])
  const totals = AGENT_MODES.map((mode) => RUN_AGENTS.map((agent) => String(callsOf(agent, mode).length)))
  expect(totals[0]).toEqual(totals[1])
  const isMarked = (cell: string, index: number) => (index < 5 ? cell : cell === '–' ? '–' : 'x')
  expect(rows.slice(2, -2).map((row) => row.map(isMarked))).toEqual(counts)
  expect(rows.slice(-2).map((row) => row.slice(1, 5))).toEqual([totals[0], totals[2]])
})
