import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Line } from './lines.ts'
import type { Peer } from './peer.ts'

/** So many calls of one session: what was said before is sent again with each. */
const CALLS = 150
/** Sessions at the same time. */
const SESSIONS = 2

interface Outcome {
  readonly became: 'ran' | 'asked' | 'refused'
  readonly told: string
}

type RunAgent = (session: object) => Promise<readonly Outcome[]>

const source = (path: string) => new URL(`../../../apps/cli/test/hook/agents/${path}`, import.meta.url).href

/**
 * The real Claude Code with its default rules, a model that makes the calls, and a person who says no. Nothing runs: its
 * shell is a program that does nothing. `null` where Claude Code is not installed, see `installedProgram`.
 */
export async function openClaudeCode(): Promise<Peer | null> {
  const { runAgent } = (await import(source('run-agent.ts'))) as { runAgent: RunAgent }
  const { installedProgram } = (await import(source('installed-agents.ts'))) as {
    installedProgram: (agent: string) => string | null
  }
  const program = installedProgram('claude')
  if (program === null) return null
  return {
    name: 'Claude Code',
    every: 12,
    async allows(lines, rules) {
      const folder = mkdtempSync(join(tmpdir(), 'poundlock-quiet-'))
      const shell = join(folder, 'bash')
      writeFileSync(shell, '#!/bin/sh\nexit 0\n')
      chmodSync(shell, 0o755)
      const environment = { CLAUDE_CODE_SHELL: shell, SHELL: shell, PATH: process.env['PATH']! }
      const args = rules.length === 0 ? [] : ['--allowedTools', rules.map((rule) => `Bash(${rule}:*)`).join(',')]
      const session = { agent: 'claude-code', program, hook: false, policy: {}, environment, args }
      const allowed: boolean[] = []
      const chunks = Array.from({ length: Math.ceil(lines.length / CALLS) }, (_, at) => at * CALLS)
      const work = async () => {
        for (let start = chunks.shift(); start !== undefined; start = chunks.shift()) {
          const part = lines.slice(start, start + CALLS)
          const outcomes = await runAgent({ ...session, calls: part.map(callOf) })
          for (const [at, { became }] of outcomes.entries()) allowed[start + at] = became === 'ran'
        }
      }
      try {
        await Promise.all(Array.from({ length: SESSIONS }, work))
      } finally {
        rmSync(folder, { recursive: true })
      }
      return allowed
    },
  }
}

/** The folder of the line stands for that of the session. */
const callOf = ({ command, cwd }: Line) => ({
  tool: 'Bash',
  input: { command: command.replaceAll(cwd, '$WORKSPACE'), description: 'go' },
})
