import { acpFormat } from '../acp/acp-format.ts'
import { copilotFormat } from './copilot-format.ts'
import { cursorFormat } from './cursor-format.ts'
import {
  COMMAND,
  commandOfOnlyHook,
  mcpName,
  preToolUse,
  printed,
  SILENT_ANSWER,
  toolMappings,
  type AgentFormat,
  type HookEntry,
} from './hook-format.ts'
import { opencodeFormat } from './opencode-format.ts'
import { qwenFormat } from './qwen-format.ts'
import { windsurfFormat } from './windsurf-format.ts'

/** The agents whose settings can name our hook. */
export type HookAgent = 'claude-code' | 'codex' | 'gemini' | 'qwen' | 'copilot' | 'cursor' | 'windsurf'

/**
 * `mcp_<server>_<tool>` cannot be split; the payload also has the pair. A pair whose joined name reads as another pair
 * matches no rule.
 */
function namedServer(server: unknown): string | null {
  if (typeof server !== 'object' || server === null) return null
  const { server_name: name, tool_name: tool } = server as Record<string, unknown>
  const parts = [name, tool].map((part) => (typeof part === 'string' ? part.trim() : ''))
  const isPlain = parts.every((part) => part !== '' && !/^_|__|_$/.test(part))
  return isPlain ? `mcp__${parts.join('__')}` : null
}

export const AGENT_FORMATS: Readonly<Record<HookAgent, AgentFormat & HookEntry>> = {
  // docs.claude.com/en/docs/claude-code/hooks: allow, ask and deny; no output leaves the call to the agent's own rules;
  // exit code 2 blocks, every other error does not.
  'claude-code': {
    event: 'PreToolUse',
    provider: 'anthropic',
    tools: toolMappings([
      // Not `dangerouslyDisableSandbox`: the agent asks about that, whatever the command is.
      ['Bash', 'exec', COMMAND, 'description timeout run_in_background'],
      ['BashOutput', 'process'],
      ['KillShell', 'process'],
      ['Monitor', 'exec', COMMAND, 'description timeout_ms persistent'],
      ['TaskOutput', 'process'],
      ['TaskStop', 'process'],
      ['REPL', 'REPL'],
      ['Read', 'read_file', 'file_path=path', 'offset limit pages allow_large'],
      ['Write', 'write_file', 'file_path=path', 'content'],
      ['Edit', 'edit_file', 'file_path=path', 'old_string new_string replace_all'],
      ['MultiEdit', 'edit_file', 'file_path=path', 'edits'],
      [
        'NotebookEdit',
        'NotebookEdit',
        'notebook_path=notebook_path',
        'cell_id cell_number new_source cell_type edit_mode',
      ],
      ['Glob', 'glob_search', 'path=path pattern=pattern'],
      ['Grep', 'grep_search', 'path=path'],
      ['LS', 'glob_search', 'path=path'],
      ['WebFetch', 'WebFetch', 'url=url'],
      ['WebSearch', 'WebSearch'],
      ['TodoWrite', 'TodoWrite'],
      ['TaskCreate', 'TodoWrite'],
      ['TaskGet', 'TodoWrite'],
      ['TaskList', 'TodoWrite'],
      ['TaskUpdate', 'TodoWrite'],
      ['ToolSearch', 'ToolSearch'],
      ['Task', 'Agent'],
      ['Agent', 'Agent'],
      ['Skill', 'Skill'],
    ]),
    ownTools: ['AskUserQuestion', 'CronList', 'EnterPlanMode', 'ExitPlanMode', 'ListAgents', 'ReportFindings'],
    mcpTool: mcpName,
    workspace: ({ folder, environment }) => environment['CLAUDE_PROJECT_DIR'] ?? folder,
    asks: true,
    allows: true,
    answer: (decision, reason) => (decision === 'none' ? SILENT_ANSWER : preToolUse(decision, reason)),
    settings: { file: '.claude/settings.json', lists: [['hooks', 'PreToolUse']] },
    entry: (command) => ({ matcher: '*', hooks: [{ type: 'command', command }] }),
    commandOf: commandOfOnlyHook,
    note: null,
  },
  // developers.openai.com/codex/hooks: only deny is honoured; allow and ask would be passed over, so that the agent
  // would go on. An ask is a deny, and an allow says nothing.
  codex: {
    event: 'PreToolUse',
    provider: 'openai',
    tools: toolMappings([
      ['Bash', 'exec', COMMAND],
      ['shell', 'exec', COMMAND],
      ['apply_patch', 'apply_patch', 'command=input input=input patch=input'],
      ['view_image', 'read_file', 'path=path'],
      ['update_plan', 'TodoWrite'],
      ['get_goal', 'TodoWrite'],
      ['create_goal', 'TodoWrite'],
      ['update_goal', 'TodoWrite'],
      ['tool_search', 'ToolSearch'],
    ]),
    ownTools: [],
    mcpTool: mcpName,
    // The `cwd` of a call is the folder that the model named; the hook itself is started in that of the session.
    workspace: ({ folder }) => folder,
    asks: false,
    allows: false,
    answer: (decision, reason) =>
      decision === 'allow' || decision === 'none' ? SILENT_ANSWER : preToolUse('deny', reason),
    settings: { file: '.codex/hooks.json', lists: [['hooks', 'PreToolUse']] },
    entry: (command) => ({ matcher: '', hooks: [{ type: 'command', command }] }),
    commandOf: commandOfOnlyHook,
    note: `Codex passes over a new hook without a word until a person trusts it: start codex, open /hooks, and trust it there.
It has to be trusted again when the command changes. Releases before hooks were on by themselves need in config.toml: [features] codex_hooks = true`,
  },
  // geminicli.com/docs/hooks/reference: decision allow or deny. 0.61 knows ask besides; a release that does not would go
  // on, and the question does not tell which one asks. Its ask also replaces what the user's own policy denies.
  gemini: {
    event: 'BeforeTool',
    provider: 'google',
    tools: toolMappings([
      ['run_shell_command', 'exec', `${COMMAND} directory=workdir dir_path=workdir`, 'description is_background'],
      ['read_file', 'read_file', 'file_path=path absolute_path=path', 'start_line end_line offset limit'],
      ['write_file', 'write_file', 'file_path=path', 'content'],
      [
        'replace',
        'edit_file',
        'file_path=path',
        'instruction old_string new_string expected_replacements allow_multiple',
      ],
      ['glob', 'glob_search', 'path=path dir_path=path pattern=pattern'],
      ['search_file_content', 'grep_search', 'path=path dir_path=path'],
      ['grep_search', 'grep_search', 'path=path dir_path=path'],
      ['list_directory', 'glob_search', 'path=path dir_path=path'],
      ['google_web_search', 'WebSearch'],
      ['write_todos', 'TodoWrite'],
      ['update_topic', 'TodoWrite'],
      ['list_background_processes', 'process'],
      ['read_background_output', 'process'],
      ['activate_skill', 'Skill'],
      ['invoke_agent', 'Agent'],
    ]),
    ownTools: [],
    mcpTool: (_, server) => namedServer(server),
    workspace: ({ folder, environment }) => environment['GEMINI_PROJECT_DIR'] ?? folder,
    asks: false,
    allows: true,
    answer: (decision, reason) => {
      if (decision === 'none') return SILENT_ANSWER
      return printed(decision === 'allow' ? { decision: 'allow' } : { decision: 'deny', reason })
    },
    settings: { file: '.gemini/settings.json', lists: [['hooks', 'BeforeTool']] },
    entry: (command) => ({
      matcher: '.*',
      hooks: [{ name: 'poundlock', type: 'command', command }],
    }),
    commandOf: commandOfOnlyHook,
    note: null,
  },
  qwen: qwenFormat,
  copilot: copilotFormat,
  cursor: cursorFormat,
  windsurf: windsurfFormat,
}

/** The agents whose hook a command installs. */
export type InstallableAgent = HookAgent | 'opencode'

/** Every agent whose questions can be answered. */
export type AskingAgent = HookAgent | 'opencode' | 'acp'

export const ASKING_FORMATS: Readonly<Record<AskingAgent, AgentFormat>> = {
  ...AGENT_FORMATS,
  opencode: opencodeFormat,
  acp: acpFormat,
}
