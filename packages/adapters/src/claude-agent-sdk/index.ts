export { guardClaudeAgent } from './guard-claude-agent.ts'
export type { ClaudeAgentGuard } from './claude-agent-guard.ts'
export type { AskPerson, GuardRequest } from '../ask-person.ts'
