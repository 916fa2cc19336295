import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { arch, platform } from 'node:process'
import type { RealAgent } from '../real-agents.ts'

/** The packages of the agents, as `.ci/run` installs them without their install scripts. */
const PROGRAMS = {
  claude: `@anthropic-ai/claude-code-${platform}-${arch}/claude`,
  codex: '.bin/codex',
  gemini: '.bin/gemini',
  opencode: `opencode-${platform}-${arch}/bin/opencode`,
} as const

/** The program of an agent in the folder that `POUNDLOCK_AGENTS` names; `null` where it is not installed. */
export function installedProgram(agent: keyof typeof PROGRAMS): string | null {
  const folder = process.env['POUNDLOCK_AGENTS']
  const program = folder ? join(folder, 'node_modules', PROGRAMS[agent]) : ''
  return existsSync(program) ? program : null
}

/** The same for an agent by the name of its hook. */
export const installedAgent = (agent: RealAgent): string | null =>
  installedProgram(agent === 'claude-code' ? 'claude' : agent)
