export { guardClaudeAgent } from './guard-claude-agent.ts'
export type { AskPerson, ClaudeAgentGuard, ClaudeAgentRequest } from './claude-agent-guard.ts'
