import { realpathSync } from 'node:fs'
import { parseStrictJson } from '@poundlock/spec'
import {
  COMMAND,
  printed,
  toolMappings,
  type AgentFormat,
  type AgentHookOutput,
  type HookDecision,
  type HookEntry,
} from './hook-format.ts'

/** Tools of MCP are decided at `beforeMCPExecution`, which has the server's command. */
const DECIDED_LATER = 'MCP'
const OURS = 'poundlock mcp serve'

const answer = (decision: HookDecision, reason: string): AgentHookOutput =>
  printed(
    decision === 'allow' || decision === 'none'
      ? { permission: 'allow' }
      : { permission: 'deny', user_message: reason, agent_message: reason },
  )

/**
 * cursor.com/docs/hooks. `preToolUse` honours deny alone, and shows an `ask` nowhere: an ask is a deny. With `failClosed`
 * a hook that fails or says nothing blocks, so that no objection is an `allow`.
 */
export const cursorFormat: AgentFormat & HookEntry = {
  event: 'preToolUse',
  provider: 'cursor',
  tools: toolMappings([
    ['Shell', 'exec', `${COMMAND} cwd=workdir working_directory=workdir`],
    ['Read', 'read_file', 'file_path=path path=path'],
    ['Write', 'write_file', 'file_path=path path=path'],
    ['Edit', 'edit_file', 'file_path=path path=path'],
    ['StrReplace', 'edit_file', 'file_path=path path=path'],
    ['EditNotebook', 'NotebookEdit', 'target_notebook=notebook_path notebook_path=notebook_path'],
    ['Delete', 'write_file', 'file_path=path path=path'],
    ['Grep', 'grep_search', 'file_path=path path=path'],
    ['Glob', 'glob_search', 'target_directory=path path=path glob_pattern=pattern pattern=pattern'],
    ['LS', 'glob_search', 'target_directory=path path=path'],
    ['WebFetch', 'WebFetch', 'url=url'],
    ['WebSearch', 'WebSearch'],
    ['TodoWrite', 'TodoWrite'],
    ['Task', 'Agent'],
  ]),
  ownTools: ['AskQuestion', 'SwitchMode', 'CreatePlan', DECIDED_LATER, OURS],
  // The server is not named: a rule is for the tool of every server.
  mcpTool: (name) => (name.startsWith('mcp__cursor__') ? name : null),
  workspace: ({ folder, environment }) => environment['CURSOR_PROJECT_DIR'] ?? folder,
  asks: false,
  allows: false,
  answer,
  refusal: (reason) => answer('deny', reason),
  question: (payload, { folder, environment }) => {
    const { hook_event_name: event, tool_name: tool, tool_input: input, cwd, command } = payload
    const place = typeof cwd === 'string' && cwd !== '' ? cwd : (environment['CURSOR_PROJECT_DIR'] ?? folder)
    if (event === 'preToolUse') {
      const isServers = typeof tool === 'string' && tool.startsWith('MCP:')
      return { ...payload, cwd: place, ...(isServers && { tool_name: DECIDED_LATER }) }
    }
    if (event !== 'beforeMCPExecution' || typeof tool !== 'string') return payload
    const tool_name = command === ourServer() ? OURS : `mcp__cursor__${tool}`
    const tool_input = typeof input === 'string' ? parseStrictJson(input === '' ? '{}' : input) : input
    return { ...payload, hook_event_name: 'preToolUse', tool_name, tool_input, cwd: place }
  },
  settings: {
    file: '.cursor/hooks.json',
    lists: [
      ['hooks', 'preToolUse'],
      ['hooks', 'beforeMCPExecution'],
    ],
    empty: '{\n  "version": 1\n}\n',
  },
  entry: (command) => ({ command, timeout: 30, failClosed: !/ '?--shadow'?(?: |$)/.test(command) }),
  commandOf: (entry) => (entry as { command?: unknown } | null)?.command,
  note: `Cursor reads the file anew when it is saved. Releases before preToolUse (2.4) do not call this hook.
Its cloud agents run elsewhere, where this hook is not.`,
}

/** The command line of our own server, as `poundlock init` writes it: its tools are decided there. */
const ourServer = () => [process.execPath, realpathSync(process.argv[1]!), 'mcp', 'serve'].join(' ')
