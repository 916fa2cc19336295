import type { Options } from '@anthropic-ai/claude-agent-sdk'

/** What the Claude Agent SDK is given: hooks and tools. */
export interface ClaudeAgentGuard {
  /** For `query`: the guarded tools, none of the agent's own, the hook that decides, and the question to a person. */
  readonly options: Pick<Options, 'tools' | 'mcpServers' | 'strictMcpConfig' | 'hooks' | 'canUseTool'>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}
