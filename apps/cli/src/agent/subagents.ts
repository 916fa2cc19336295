import {
  createTranscript,
  type AgentLoop,
  type AgentModel,
  type LoopBounds,
  type OpenTranscript,
} from '@poundlock/agent'
import { PoundlockError } from '@poundlock/spec'
import { AGENT_LIMITS, agentReport, type AgentReport, type AgentTask, tooManyAgents } from '@poundlock/tools'
import { boundsOf, type AgentFlags } from './agent-flags.ts'
import { agentSessions } from './agent-sessions.ts'
import { openNamedModel } from './open-named-model.ts'
import type { OpenServers } from './open-servers.ts'

/** Where an agent stands that works for another one. */
export interface Lineage {
  /** The agents that gave the task to one another, the first one first, each with its task. */
  readonly agents: readonly string[]
  /** The session that its calls are made in: those before it, and its own. */
  readonly session: string
  readonly bounds: LoopBounds
}

/** A session of an agent that can be talked to. */
export interface OpenAgent {
  readonly loop: AgentLoop
  readonly transcript: OpenTranscript
  close(): Promise<void>
}

export interface OpenAgentOptions {
  readonly flags: AgentFlags
  readonly transcript: OpenTranscript
  readonly model: AgentModel
  readonly modelName: string
  readonly abortSignal: AbortSignal
  /** Set for an agent that works for another one. */
  readonly lineage?: Lineage
  /** Those of the agent that gave the task; it closes them. Opened from the configuration unless set. */
  readonly servers?: OpenServers
}

export interface SubagentOptions {
  readonly flags: AgentFlags
  readonly modelName: string
  readonly parent: { readonly agent: string; readonly session: string; readonly id: string; readonly workspace: string }
  readonly lineage: Lineage | undefined
  /** Opens an agent as this one was opened. */
  readonly open: (options: OpenAgentOptions) => Promise<OpenAgent>
}

/** Runs tasks of one agent: each in a session of its own, with the rules of that agent and less. */
export function createSubagents({
  flags,
  modelName,
  parent,
  lineage,
  open,
}: SubagentOptions): (task: AgentTask) => Promise<AgentReport> {
  let started = 0
  return async ({ description, prompt, model, abortSignal, onUpdate }) => {
    if (lineage !== undefined || ++started > AGENT_LIMITS.agents) throw tooManyAgents()
    const name = model ?? modelName
    refuseOtherProvider(name, modelName)
    const opened = await openNamedModel(name, flags)
    const transcript = await createTranscript(agentSessions(), {
      agent: parent.agent,
      workspace: parent.workspace,
      model: name,
      parent: parent.id,
    })
    const { id } = transcript.session
    const { turns = AGENT_LIMITS.turns, ...bounds } = boundsOf(flags)
    const agent = await open({
      flags,
      transcript,
      model: opened,
      modelName: name,
      abortSignal,
      lineage: {
        agents: [parent.agent, `${parent.agent} for "${description}"`],
        session: `${parent.session}>${id}`,
        bounds: { ...bounds, turns: Math.min(turns, AGENT_LIMITS.turns) },
      },
    })
    const listening = (async () => {
      for await (const event of agent.loop.subscribe()) {
        if (event.type === 'tool-called') onUpdate?.({ text: `${event.tool}\n` })
      }
    })()
    try {
      return agentReport(await agent.loop.prompt(prompt, { signal: abortSignal }), id)
    } finally {
      await agent.close()
      await listening
    }
  }
}

/** A model that a model names is one of the same provider, so that no key goes elsewhere. */
function refuseOtherProvider(name: string, parent: string): void {
  if (name.split(':', 1)[0] === parent.split(':', 1)[0]) return
  throw new PoundlockError(`an agent can have another model of the same provider, and ${name} is not one`, {
    code: 'AGENT_MODEL',
    remedy: `Leave "model" out: the agent has ${parent} then.`,
  })
}
