import { claude } from './agents/claude.ts'
import { codex } from './agents/codex.ts'
import { gemini } from './agents/gemini.ts'
import { opencode } from './agents/opencode.ts'
import type { KnownAgent } from './known-agent.ts'

/** The agents whose settings are known, by their names on the command line. */
export const KNOWN_AGENTS: Readonly<Record<string, KnownAgent>> = {
  claude,
  codex,
  gemini,
  opencode,
}
