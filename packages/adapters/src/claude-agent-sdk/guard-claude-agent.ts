import type { CanUseTool, HookCallback } from '@anthropic-ai/claude-agent-sdk'
import type { LocalHost } from '@poundlock/local-host'
import { refusalOf, type AskPerson } from '../ask-person.ts'
import { guardTool, type GuardOptions } from '../tool-guard.ts'
import type { ClaudeAgentGuard } from './claude-agent-guard.ts'
import { guardedServer } from './guarded-server.ts'

const SERVER = 'poundlock'
const PREFIX = `mcp__${SERVER}__`

/**
 * Guards tools of a host for the Claude Agent SDK. The hook decides, since `canUseTool` is not called for what the agent
 * finds harmless; `canUseTool` only asks. A call that neither has let through does not run, whatever the mode.
 *
 * @param ask asks a person about a call
 * @throws TypeError when the host has no tool of such a name
 */
export function guardClaudeAgent(
  host: LocalHost,
  names: readonly string[],
  ask: AskPerson,
  options?: GuardOptions,
): ClaudeAgentGuard {
  const guarded = new Map(names.map((name) => [name, guardTool(host, name, options)]))
  /** A server of settings may have any name; only ours is of this process. */
  const find = (name: string, source: string | undefined) =>
    source === 'sdk' && name.startsWith(PREFIX) ? guarded.get(name.slice(PREFIX.length)) : undefined
  const hook: HookCallback = async (event) => {
    if (event.hook_event_name !== 'PreToolUse') return {}
    const decided = await find(event.tool_name, event.mcp_server?.source)?.decide({
      id: event.tool_use_id,
      input: event.tool_input,
    })
    if (decided === undefined) return {}
    const permissionDecisionReason = decided.decision === 'deny' ? decided.message : `poundlock: ${decided.decision}`
    const { decision: permissionDecision } = decided
    return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } }
  }
  const canUseTool: CanUseTool = async (name, input, { toolUseID: id, mcpServer, signal }) => {
    const guard = find(name, mcpServer?.source)
    const refusal = guard ? await refusalOf(guard, { id, input }, ask, signal) : `${name} is not guarded.`
    return refusal === null ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: refusal }
  }
  const hooks = { PreToolUse: [{ hooks: [hook], onFailure: 'block' as const }] }
  const mcpServers = { [SERVER]: guardedServer(SERVER, guarded) }
  return {
    options: { tools: [], mcpServers, strictMcpConfig: true, hooks, canUseTool },
    close: () => guarded.forEach((guard) => guard.close()),
  }
}
