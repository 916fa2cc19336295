import { AGENT_TOOL, type AgentInput } from '@poundlock/spec/tools'
import { failedOutput, successOutput } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler } from '../tool-handler.ts'

/** A task for another agent. */
export interface AgentTask extends AgentInput {
  /** The agent that gives the task. */
  readonly agent: string
  /** Key of the session that the task is given in. */
  readonly session: string
  /** The call that gives it. */
  readonly callId: string
  /** Absolute path of the folder it works in. */
  readonly workspace: string
  /** Aborted when the call is given up: the other agent ends, with all that it started. */
  readonly abortSignal: AbortSignal
  /** Called as the other agent gets on. */
  readonly onUpdate?: ToolContext['onUpdate']
}

/** What the other agent reports. */
export interface AgentReport {
  /** Its last answer, for the agent that asked. */
  readonly text: string
  /** The session it worked in; its records are found by it. */
  readonly session: string
}

/**
 * Serves `Agent`. The caller runs the other agent: its calls must go through the same pipeline, with no more rights
 * than the agent that gave the task.
 *
 * @param run rejects with a `PoundlockError` where the task cannot be done
 */
export function createAgentHandler(run: (task: AgentTask) => Promise<AgentReport>): ToolHandler<AgentInput> {
  return {
    spec: AGENT_TOOL,
    async run(input, { agent, session, callId, workspace, abortSignal, onUpdate }) {
      try {
        const where = { agent, session, callId, workspace, abortSignal, ...(onUpdate && { onUpdate }) }
        const report = await run({ ...input, ...where })
        return successOutput(report.text, { session: report.session })
      } catch (error) {
        return failedOutput(error)
      }
    },
  }
}
