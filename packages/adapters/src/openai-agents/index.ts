export { guardOpenAiAgents } from './guard-openai-agents.ts'
export type { OpenAiAgentsGuard } from './openai-agents-guard.ts'
