import type { Options } from '@anthropic-ai/claude-agent-sdk'
import type { CallToApprove } from '@poundlock/runtime'
import type { GuardAnswer, GuardedToolCall } from '../tool-guard.ts'

/** A call that waits for a person. */
export interface ClaudeAgentRequest extends GuardedToolCall {
  readonly tool: string
  /** What would run, where, and why it needs approval. */
  readonly request: CallToApprove
}

/** Asks a person whom the application has authenticated. A rejection declines the call. */
export type AskPerson = (request: ClaudeAgentRequest, signal: AbortSignal) => Promise<GuardAnswer>

/** What the Claude Agent SDK is given: hooks and tools. */
export interface ClaudeAgentGuard {
  /** For `query`: the guarded tools, none of the agent's own, the hook that decides, and the question to a person. */
  readonly options: Pick<Options, 'tools' | 'mcpServers' | 'strictMcpConfig' | 'hooks' | 'canUseTool'>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}
