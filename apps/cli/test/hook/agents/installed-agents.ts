import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { arch, platform } from 'node:process'
import type { HookAgent } from '../../../src/hook/agent-format.ts'

/** The packages of the agents, as `.ci/run` installs them without their install scripts. */
const PROGRAMS: Readonly<Record<HookAgent, readonly string[]>> = {
  'claude-code': [`@anthropic-ai/claude-code-${platform}-${arch}/claude`],
  codex: ['.bin/codex'],
  gemini: ['.bin/gemini'],
}

/** The program of an agent in the folder that `POUNDLOCK_AGENTS` names; `null` where it is not installed. */
export function installedAgent(agent: HookAgent): string | null {
  const folder = process.env['POUNDLOCK_AGENTS']
  if (!folder) return null
  return PROGRAMS[agent].map((path) => join(folder, 'node_modules', path)).find((path) => existsSync(path)) ?? null
}
