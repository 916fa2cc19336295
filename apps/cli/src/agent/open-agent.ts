import { AgentLoop, Conversation, runtimeTools, type AgentModel, type AgentTools } from '@poundlock/agent'
import { keepOutput, outputFolder, pruneOutputFolder } from '@poundlock/local-host'
import type { AskForApproval } from '@poundlock/runtime'
import { approvalAsker } from '../approvals/asker.ts'
import { assemble, type Assembly } from '../host/assemble.ts'
import { toolParts } from '../host/tool-parts.ts'
import { boundsOf, positive, priceOf, type AgentFlags } from './agent-flags.ts'
import { agentHandler } from './agent-handler.ts'
import { openServers } from './open-servers.ts'
import { showChange } from './show-change.ts'
import { offeredTools, projectInstructions, promptFor } from './situation.ts'
import { createSubagents, type Lineage, type OpenAgent, type OpenAgentOptions } from './subagents.ts'
import { TASK_LAYER } from './task-layer.ts'

/** Opens the host, the model and the loop for a session. */
export async function openAgent(options: OpenAgentOptions): Promise<OpenAgent> {
  const { flags, transcript, model, modelName, abortSignal, lineage } = options
  const { workspace, agent: caller, id } = transcript.session
  const place = { workspace, ...flags, agent: caller, session: lineage?.session ?? id }
  // An agent that works for another one reaches the servers of that agent; its own rules decide its calls.
  const servers = options.servers ?? (await openServers(place, abortSignal))
  const { assembly, ask } = await openHost({ ...options, servers })
  const { runtime, stateDirectory } = assembly
  const withdraw = servers.offerTo(runtime)
  const [provider, name] = splitName(modelName)
  const context = { ...assembly.context, provider, model: name }
  const tools = runtimeTools({
    runtime,
    context,
    agents: lineage?.agents ?? [context.agent],
    offered: () => offeredTools(assembly),
    keep: (output) => keepOutput(stateDirectory, output),
    ...(ask && { ask }),
  })
  const instructions = flags.agentsMd === false ? [] : await projectInstructions(assembly)
  const loop = new AgentLoop({
    ...loopOptions(model, tools, flags, lineage),
    system: () => promptFor(assembly, tools.list(), { canAsk: ask !== undefined, instructions }),
    conversation: new Conversation(transcript.entries),
    write: transcript.write,
  })
  return {
    loop,
    transcript,
    async close() {
      loop.close()
      transcript.close()
      pruneOutputFolder(outputFolder(stateDirectory))
      withdraw()
      await Promise.all([options.servers ? undefined : servers.close(), assembly.close()])
    },
  }
}

function loopOptions(model: AgentModel, tools: AgentTools, flags: AgentFlags, lineage: Lineage | undefined) {
  const price = priceOf(flags)
  const contextTokens = positive('--context-tokens', flags.contextTokens)
  return {
    model,
    tools,
    bounds: lineage?.bounds ?? boundsOf(flags),
    ...(price && { price }),
    ...(contextTokens !== undefined && { contextTokens }),
  }
}

async function openHost({
  flags,
  transcript,
  modelName,
  abortSignal,
  lineage,
  servers,
}: OpenAgentOptions): Promise<{ readonly assembly: Assembly; readonly ask: AskForApproval | undefined }> {
  let ask: AskForApproval | undefined
  const asker = approvalAsker({ terminal: flags.json !== true, abortSignal, saysWaiting: true })
  const { agent, workspace, id } = transcript.session
  const session = lineage?.session ?? id
  const subagents = createSubagents({
    flags,
    modelName,
    parent: { agent, session, id, workspace },
    lineage,
    open: (task) => openAgent({ ...task, ...(servers && { servers }) }),
  })
  const assembly = await assemble(
    { workspace, ...flags, agent, session },
    {
      keepsOutput: true,
      redactsResults: true,
      ask: (settings) => (ask = flags.ask === false ? undefined : withChange(asker(settings), workspace)),
      tools(settings, host) {
        const { jobs, handlers } = toolParts(settings, host)
        return { jobs, handlers: [...handlers, agentHandler(subagents)] }
      },
      ...(lineage && { tighten: [TASK_LAYER] }),
    },
  )
  return { assembly, ask }
}

/** Shows what a call would change before the person is asked about it. */
function withChange(ask: AskForApproval | undefined, workspace: string): AskForApproval | undefined {
  if (ask === undefined) return undefined
  return (call, options) => {
    showChange(call, workspace)
    return ask(call, options)
  }
}

function splitName(name: string): readonly [string, string] {
  const at = name.indexOf(':')
  return [name.slice(0, at), name.slice(at + 1)]
}
