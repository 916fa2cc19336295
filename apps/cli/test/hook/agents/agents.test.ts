import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REAL_AGENTS, type RealAgent } from '../real-agents.ts'
import { AGENT_TABLE, REPOSITORY, USER_POLICY, type AgentRow } from './agent-table.ts'
import { installedAgent } from './installed-agents.ts'
import { NO_RESULT, runAgent, type AgentSession, type Became, type CallOutcome } from './run-agent.ts'

const RANK: Readonly<Record<Became, number>> = { refused: 0, asked: 1, ran: 2 }
const rowsOf = (agent: RealAgent) => AGENT_TABLE.filter((row) => row.agent === agent)

/** What has to be installed, in the title of a test that is skipped without it. */
const needs = (agent: RealAgent) =>
  installedAgent(agent) === null ? ` (needs ${agent} in the folder that POUNDLOCK_AGENTS names)` : ''

type Session = Omit<AgentSession, 'agent' | 'program' | 'hook' | 'policy' | 'files'>

/** The same session twice: with the agent's own rules alone, and with our hook before them. */
const runTwice = (agent: RealAgent, session: Session) =>
  Promise.all(
    [false, true].map((hook) =>
      runAgent({ ...session, agent, program: installedAgent(agent)!, hook, policy: USER_POLICY, files: REPOSITORY }),
    ),
  ) as Promise<[readonly CallOutcome[], readonly CallOutcome[]]>

describe.each(REAL_AGENTS)('%s', (agent) => {
  const rows = rowsOf(agent)

  test.skipIf(needs(agent) !== '')(`does what the table says, alone and with our hook${needs(agent)}`, async () => {
    const [alone, together] = await runTwice(agent, { calls: rows.map(({ call }) => call) })
    const say = ({ tool, what }: AgentRow, rest: object) => ({ call: `${tool}: ${what}`, ...rest })
    const found = rows.map((row, index) => {
      const { answer, became } = together[index]!
      return say(row, { alone: alone[index]!.became, answer: answer ?? 'unasked', together: became })
    })
    expect(found).toEqual(rows.map((row) => say(row, { alone: row.alone, answer: row.answer, together: row.together })))
  })

  test('runs nothing because of our hook that it would have asked about, but where a rule of the user allows it', () => {
    const wider = rows.filter(({ alone, together }) => together === 'ran' && RANK[alone] < RANK.ran)
    expect(wider.filter(({ rule }) => rule === undefined)).toEqual([])
    expect(rows.filter(({ answer, rule }) => answer === 'allow' && rule === undefined)).toEqual([])
  })
})

const CLAUDE = 'claude-code'

describe.skipIf(needs(CLAUDE) !== '')(`whatever Claude Code may do without asking${needs(CLAUDE)}`, () => {
  const wanted = [
    'Bash: a command that changes files',
    'Bash: a command that a rule covers',
    'Bash: a command that is denied',
    'Bash: a look that it asks about',
    'Read: outside',
    'Write: in the workspace',
    'WebSearch: words',
    'Skill: with a command, and leave for it',
    "mcp__probe__echo: another server's tool",
  ]
  const rows = rowsOf(CLAUDE).filter(({ tool, what }) => wanted.includes(`${tool}: ${what}`))

  test.each(['acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'])('%s: our hook does not widen it', async (mode) => {
    const calls = rows.map(({ call }) => call)
    const [alone, together] = await runTwice(CLAUDE, { calls, args: ['--permission-mode', mode] })
    expect([...alone, ...together].map(({ told }) => told)).not.toContain(NO_RESULT)
    for (const [index, { tool, what, answer, rule }] of rows.entries()) {
      const [before, after] = [alone[index]!, together[index]!]
      const call = `${tool}: ${what}: ${before.became}, then ${after.became}: ${after.told}`
      const wider = after.became === 'ran' && RANK[before.became] < RANK.ran
      expect(wider && (rule === undefined || mode === 'plan'), call).toBe(false)
      // What we ask about or deny does not run, however much the agent may do.
      if (answer === 'ask' || answer === 'deny') expect(after.became, call).not.toBe('ran')
      // An agent that shows no questions gets none.
      if (mode === 'dontAsk') expect(after.became, call).not.toBe('asked')
    }
  })
})

test('the table of docs/attacks.md is this one', () => {
  const page = readFileSync(new URL('../../../../../docs/attacks.md', import.meta.url), 'utf8')
  const [, table = ''] = /<!-- agents:start -->([^]*)<!-- agents:end -->/.exec(page) ?? []
  const cells = [...table.matchAll(/^\|(.*)\|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()))
  expect(cells.slice(2)).toEqual(
    AGENT_TABLE.map(({ agent, tool, what, alone, answer, together, rule }) => [
      agent,
      `\`${tool}\``,
      what,
      alone,
      answer,
      rule === undefined ? together : `${together}: \`${rule}\``,
    ]),
  )
})
