import { isObject } from '@poundlock/spec'
import { blocked, SILENT_ANSWER, toolMappings, type AgentFormat, type HookEntry } from './hook-format.ts'

/** Cascade's events as calls of tools. Source: docs.windsurf.com/windsurf/cascade/hooks. */
const EVENTS = ['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use'] as const

/**
 * docs.windsurf.com/windsurf/cascade/hooks: exit code 2 blocks, and every other end lets the action run. An ask is a deny,
 * and no objection says nothing.
 */
export const windsurfFormat: AgentFormat & HookEntry = {
  event: 'cascade',
  provider: 'windsurf',
  tools: toolMappings([
    ['pre_run_command', 'exec', 'command_line=command cwd=workdir'],
    ['pre_read_code', 'read_file', 'file_path=path'],
    ['pre_write_code', 'write_file', 'file_path=path'],
  ]),
  ownTools: [],
  mcpTool: (name) => (name.startsWith('mcp__') ? name : null),
  workspace: ({ folder }) => folder,
  asks: false,
  allows: false,
  answer: (decision, reason) => (decision === 'deny' || decision === 'ask' ? blocked(reason) : SILENT_ANSWER),
  question: (payload, { folder }) => {
    const { agent_action_name: event, tool_info: info, trajectory_id: session, execution_id: id } = payload
    if (!EVENTS.some((one) => one === event) || !isObject(info)) return payload
    const common = { hook_event_name: 'cascade', cwd: folder, session_id: session, tool_use_id: id }
    if (event !== 'pre_mcp_tool_use') return { ...common, tool_name: event, tool_input: info }
    const { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments: input } = info
    const isNamed = [server, tool].every((part) => typeof part === 'string' && part !== '' && !/^_|__|_$/.test(part))
    // A pair whose joined name reads as another pair is known to no rule.
    return {
      ...common,
      tool_name: isNamed ? `mcp__${String(server)}__${String(tool)}` : 'mcp',
      tool_input: input ?? {},
    }
  },
  settings: { file: '.codeium/windsurf/hooks.json', lists: EVENTS.map((event) => ['hooks', event]) },
  entry: (command) => ({ command, show_output: false }),
  commandOf: (entry) => (entry as { command?: unknown } | null)?.command,
  note: `Windsurf runs an action whose hook crashes or is not found. Its searches, its web tools and its previews reach no hook.
Restart Windsurf, so that it reads the file.`,
}
