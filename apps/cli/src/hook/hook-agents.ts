import type { InstallableAgent } from './agent-format.ts'

/** The agents of `poundlock hook`. The launcher has the same list. */
export const HOOK_AGENTS = [
  'claude-code',
  'codex',
  'gemini',
  'qwen',
  'copilot',
  'cursor',
  'windsurf',
  'opencode',
] as const satisfies readonly InstallableAgent[]
