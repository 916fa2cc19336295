import type { HookAgent } from '../../src/hook/agent-format.ts'

/** The agents that are started here, or were when their calls were recorded. */
export type RealAgent = Exclude<HookAgent, 'qwen' | 'copilot' | 'cursor' | 'windsurf'>

export const REAL_AGENTS: readonly RealAgent[] = ['claude-code', 'codex', 'gemini']
