import type { Decision, RequiredPermission } from '@poundlock/spec'

/** The agents whose pre-tool hook this can be. */
export type HookAgent = 'claude-code' | 'codex' | 'gemini'

/** What the hook says to its agent. */
export interface HookAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** A tool of an agent as one of ours: its name, and which keys of its input are ours. */
interface ToolMapping {
  readonly tool: string
  readonly keys: Readonly<Record<string, string>>
}

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
  /** The name by which the tool of an MCP server is called, or `null`: `mcp__<server>__<tool>`. */
  readonly mcpTool: (name: string, server: unknown) => string | null
  /** What becomes of an `ask`: the agent asks its own person, or it cannot and the call ends there. */
  readonly asks: boolean
  readonly answer: (decision: Decision, reason: string) => HookAnswer
  /**
   * The folder that the agent works on. Never what a call says: a model that chose the workspace would choose what lies
   * in it, and whose policy holds.
   */
  readonly workspace: (session: HookSession) => string
  /** The settings that name the hook, below the home folder, and the list in them. */
  readonly settings: { readonly file: string; readonly list: readonly string[] }
  readonly entry: (command: string) => object
  /** What else has to be done by hand. */
  readonly note: string | null
}

/** What a tool that is not known to us may need: everything. */
export const UNKNOWN_PERMISSION: RequiredPermission = 'danger-full-access'

const tools = (rows: readonly (readonly [string, string, string?])[]): Record<string, ToolMapping> =>
  Object.fromEntries(
    rows.map(([name, tool, keys = '']) => [
      name,
      {
        tool,
        keys: Object.fromEntries(
          keys
            .split(' ')
            .filter(Boolean)
            .map((pair) => pair.split('=') as [string, string]),
        ),
      },
    ]),
  )

const isMcp = (name: string) => (name.startsWith('mcp__') ? name : null)

/**
 * `mcp_<server>_<tool>` cannot be taken apart again; the payload tells the pair besides. A pair whose joined name reads as
 * another pair is none that a rule can mean.
 */
function namedServer(server: unknown): string | null {
  if (typeof server !== 'object' || server === null) return null
  const { server_name: name, tool_name: tool } = server as Record<string, unknown>
  const parts = [name, tool].map((part) => (typeof part === 'string' ? part.trim() : ''))
  const isPlain = parts.every((part) => part !== '' && !/^_|__|_$/.test(part))
  return isPlain ? `mcp__${parts.join('__')}` : null
}

const COMMAND = 'command=command'

/** What is not read from the answer counts as no answer: exit code 2 blocks in every one of these agents. */
export const blocked = (reason: string): HookAnswer => ({ stdout: '', stderr: `${reason}\n`, code: 2 })

const printed = (value: object): HookAnswer => ({ stdout: `${JSON.stringify(value)}\n`, stderr: '', code: 0 })

const preToolUse = (permissionDecision: Decision, permissionDecisionReason: string) =>
  printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } })

export const AGENT_FORMATS: Readonly<Record<HookAgent, AgentFormat>> = {
  // docs.claude.com/en/docs/claude-code/hooks: allow, ask and deny; exit code 2 blocks, every other error does not.
  'claude-code': {
    event: 'PreToolUse',
    provider: 'anthropic',
    tools: tools([
      ['Bash', 'exec', COMMAND],
      ['BashOutput', 'process'],
      ['KillShell', 'process'],
      ['Monitor', 'exec', COMMAND],
      ['TaskOutput', 'process'],
      ['TaskStop', 'process'],
      ['REPL', 'REPL'],
      ['Read', 'read_file', 'file_path=path'],
      ['Write', 'write_file', 'file_path=path'],
      ['Edit', 'edit_file', 'file_path=path'],
      ['MultiEdit', 'edit_file', 'file_path=path'],
      ['NotebookEdit', 'NotebookEdit', 'notebook_path=notebook_path'],
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
    mcpTool: isMcp,
    workspace: ({ folder, environment }) => environment['CLAUDE_PROJECT_DIR'] ?? folder,
    asks: true,
    answer: preToolUse,
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
    mcpTool: isMcp,
    // The `cwd` of a call is the folder that the model named; the hook itself is started in that of the session.
    workspace: ({ folder }) => folder,
    asks: false,
    answer: (decision, reason) =>
      decision === 'allow' ? { stdout: '', stderr: '', code: 0 } : preToolUse('deny', reason),
    settings: { file: '.codex/hooks.json', list: ['hooks', 'PreToolUse'] },
    entry: (command) => ({ matcher: '', hooks: [{ type: 'command', command }] }),
    note: `Codex passes over a new hook without a word until a person trusts it: start codex, open /hooks, and trust it there.
It has to be trusted again when the command changes. Releases before hooks were on by themselves need in config.toml: [features] codex_hooks = true`,
  },
  // geminicli.com/docs/hooks/reference: decision allow or deny. 0.61 knows ask besides; a release that does not would go
  // on, and the question does not tell which one asks.
  gemini: {
    event: 'BeforeTool',
    provider: 'google',
    tools: tools([
      ['run_shell_command', 'exec', `${COMMAND} directory=workdir dir_path=workdir`],
      ['read_file', 'read_file', 'file_path=path absolute_path=path'],
      ['write_file', 'write_file', 'file_path=path'],
      ['replace', 'edit_file', 'file_path=path'],
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
    mcpTool: (_, server) => namedServer(server),
    workspace: ({ folder, environment }) => environment['GEMINI_PROJECT_DIR'] ?? folder,
    asks: false,
    answer: (decision, reason) => printed(decision === 'allow' ? { decision: 'allow' } : { decision: 'deny', reason }),
    settings: { file: '.gemini/settings.json', list: ['hooks', 'BeforeTool'] },
    entry: (command) => ({
      matcher: '.*',
      hooks: [{ name: 'poundlock', type: 'command', command }],
    }),
    note: null,
  },
}
