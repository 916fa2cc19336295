import type { Decision, RequiredPermission } from '@poundlock/spec'

/** The agents whose pre-tool hook this can be. */
export type HookAgent = 'claude-code' | 'codex' | 'gemini'

/** What the hook says to its agent. */
export interface AgentHookOutput {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** A tool of an agent as one of ours: its name, and which keys of its input are ours. */
export interface ToolMapping {
  readonly tool: string
  readonly keys: Readonly<Record<string, string>>
  /**
   * More keys of its input, for a tool that does exactly what was decided: none of them changes what runs or what is
   * touched. `null` for every other tool, which this hook never allows.
   */
  readonly others: readonly string[] | null
}

/**
 * The answer of the hook. `none`: nothing is against the call, and the agent decides whether it asks. Only a call that
 * a rule of the user covers is an `allow`, since that suppresses the agent's own question.
 */
export type HookDecision = Decision | 'none'

/** Where an agent started its hook. */
export interface HookSession {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** How an agent speaks to its hooks. */
export interface AgentFormat {
  readonly event: string
  /** Whose models it calls, for rules that are for some providers only. */
  readonly provider: string
  readonly tools: Readonly<Record<string, ToolMapping>>
  /** Tools that run nothing, touch no file and contact nothing, or ask their person themselves: nothing is decided. */
  readonly ownTools: readonly string[]
  /** The name by which the tool of an MCP server is called, or `null`: `mcp__<server>__<tool>`. */
  readonly mcpTool: (name: string, server: unknown) => string | null
  /** Whether the agent asks its own person after an `ask`; otherwise the call ends. */
  readonly asks: boolean
  /** Whether an `allow` says more to it than silence. */
  readonly allows: boolean
  readonly answer: (decision: HookDecision, reason: string) => AgentHookOutput
  /**
   * The agent's folder. Never taken from a call: a model that chose the workspace would choose its content and its
   * policy.
   */
  readonly workspace: (session: HookSession) => string
  /** The settings that name the hook, below the home folder, and the list in them. */
  readonly settings: { readonly file: string; readonly list: readonly string[] }
  readonly entry: (command: string) => object
  /** What else has to be done by hand. */
  readonly note: string | null
}

/** The permission of an unknown tool: everything. */
export const UNKNOWN_PERMISSION: RequiredPermission = 'danger-full-access'

const words = (text: string) => text.split(' ').filter(Boolean)

const tools = (rows: readonly (readonly [string, string, string?, string?])[]): Record<string, ToolMapping> =>
  Object.fromEntries(
    rows.map(([name, tool, keys = '', others]) => [
      name,
      {
        tool,
        keys: Object.fromEntries(words(keys).map((pair) => pair.split('=') as [string, string])),
        others: others === undefined ? null : words(others),
      },
    ]),
  )

const isMcp = (name: string) => (name.startsWith('mcp__') ? name : null)

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

const COMMAND = 'command=command'

/** Exit code 2 blocks in every one of these agents, also when they do not read the answer. */
export const blocked = (reason: string): AgentHookOutput => ({ stdout: '', stderr: `${reason}\n`, code: 2 })

const printed = (value: object): AgentHookOutput => ({ stdout: `${JSON.stringify(value)}\n`, stderr: '', code: 0 })

const SILENT: AgentHookOutput = { stdout: '', stderr: '', code: 0 }

const preToolUse = (permissionDecision: Decision, permissionDecisionReason: string) =>
  printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } })

export const AGENT_FORMATS: Readonly<Record<HookAgent, AgentFormat>> = {
  // docs.claude.com/en/docs/claude-code/hooks: allow, ask and deny; no output leaves the call to the agent's own rules;
  // exit code 2 blocks, every other error does not.
  'claude-code': {
    event: 'PreToolUse',
    provider: 'anthropic',
    tools: tools([
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
    mcpTool: isMcp,
    workspace: ({ folder, environment }) => environment['CLAUDE_PROJECT_DIR'] ?? folder,
    asks: true,
    allows: true,
    answer: (decision, reason) => (decision === 'none' ? SILENT : preToolUse(decision, reason)),
    settings: { file: '.claude/settings.json', list: ['hooks', 'PreToolUse'] },
    entry: (command) => ({ matcher: '*', hooks: [{ type: 'command', command }] }),
    note: null,
  },
  // developers.openai.com/codex/hooks: only deny is honoured; allow and ask would be passed over, so that the agent
  // would go on. An ask is a deny, and an allow says nothing.
  codex: {
    event: 'PreToolUse',
    provider: 'openai',
    tools: tools([
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
    mcpTool: isMcp,
    // The `cwd` of a call is the folder that the model named; the hook itself is started in that of the session.
    workspace: ({ folder }) => folder,
    asks: false,
    allows: false,
    answer: (decision, reason) => (decision === 'allow' || decision === 'none' ? SILENT : preToolUse('deny', reason)),
    settings: { file: '.codex/hooks.json', list: ['hooks', 'PreToolUse'] },
    entry: (command) => ({ matcher: '', hooks: [{ type: 'command', command }] }),
    note: `Codex passes over a new hook without a word until a person trusts it: start codex, open /hooks, and trust it there.
It has to be trusted again when the command changes. Releases before hooks were on by themselves need in config.toml: [features] codex_hooks = true`,
  },
  // geminicli.com/docs/hooks/reference: decision allow or deny. 0.61 knows ask besides; a release that does not would go
  // on, and the question does not tell which one asks. Its ask also replaces what the user's own policy denies.
  gemini: {
    event: 'BeforeTool',
    provider: 'google',
    tools: tools([
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
      if (decision === 'none') return SILENT
      return printed(decision === 'allow' ? { decision: 'allow' } : { decision: 'deny', reason })
    },
    settings: { file: '.gemini/settings.json', list: ['hooks', 'BeforeTool'] },
    entry: (command) => ({
      matcher: '.*',
      hooks: [{ name: 'poundlock', type: 'command', command }],
    }),
    note: null,
  },
}
