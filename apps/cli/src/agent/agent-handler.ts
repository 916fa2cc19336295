import { createAgentHandler, type AgentReport, type AgentTask, type ToolHandler } from '@poundlock/tools'

/** Serves `Agent` for agents whose every call is decided: giving a task by itself has no effect. */
export function agentHandler(run: (task: AgentTask) => Promise<AgentReport>): ToolHandler {
  return { ...createAgentHandler(run), permissionOf: async () => 'read-only' }
}
