import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RealAgent } from '../real-agents.ts'
import type { ModelCall } from './model-server.ts'

/** Folders and addresses of one session. */
export interface SessionPlace {
  readonly root: string
  readonly home: string
  readonly workspace: string
  /** Of the model. */
  readonly url: string
  /** The command line of a server of tools, as a list. */
  readonly mcpServer: readonly string[]
}

/** A call, with what the policy of `recorded.test.ts` answers. Those before it make it possible. */
export interface RecordedCall {
  readonly expect: 'allow' | 'none' | 'ask' | 'deny'
  readonly calls: readonly ModelCall[]
  readonly model?: string
}

/** How an agent is started without a person, with everything allowed that only its hook can refuse. */
export interface RecordedAgent {
  /** Writes its settings, and nothing of hooks. */
  readonly prepare: (place: SessionPlace) => void
  readonly args: (place: SessionPlace, model: string | undefined) => readonly string[]
  readonly environment: (place: SessionPlace) => Readonly<Record<string, string>>
  /** What makes it run hooks that nobody looked at. */
  readonly trust: readonly string[]
  readonly shell: (command: string) => ModelCall
  readonly recorded: readonly RecordedCall[]
}

function writeSettings(file: string, settings: object | string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings, null, 2))
}

const one = (expect: RecordedCall['expect'], tool: string, input: object): RecordedCall => ({
  expect,
  calls: [{ tool, input }],
})

const PATCH = '*** Begin Patch\n*** Add File: src/b.txt\n+x\n*** End Patch'
const HIDDEN_PATCH = '*** Begin Patch\n*** Add File: .git/hooks/pre-commit\n+x\n*** End Patch'

/** A program of the model, for models that call tools by writing programs. */
const program = (expect: RecordedCall['expect'], freeform: string): RecordedCall => ({
  ...one(expect, 'exec', { freeform }),
  model: 'gpt-6-sol',
})

export const RECORDED_AGENTS: Readonly<Record<RealAgent, RecordedAgent>> = {
  'claude-code': {
    prepare: ({ root, mcpServer: [command, ...args] }) =>
      writeSettings(join(root, 'mcp.json'), { mcpServers: { probe: { command, args } } }),
    args: ({ root }) => [
      '-p',
      'go',
      '--output-format',
      'json',
      '--mcp-config',
      join(root, 'mcp.json'),
      '--allowedTools',
      'Bash',
    ],
    environment: ({ url }) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    trust: [],
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'go' } }),
    recorded: [
      one('allow', 'Bash', { command: 'git log --oneline', description: 'Show history' }),
      one('deny', 'Bash', { command: 'git status && rm -r build', description: 'Clean' }),
      one('ask', 'Bash', { command: 'make install', timeout: 60000, dangerouslyDisableSandbox: true }),
      one('deny', 'Monitor', { command: 'rm -r build', description: 'Clean', timeout_ms: 1000 }),
      one('none', 'Read', { file_path: '$WORKSPACE/a.txt' }),
      one('ask', 'Read', { file_path: '/etc/hostname' }),
      one('none', 'Write', { file_path: '$WORKSPACE/n.txt', content: 'x' }),
      one('ask', 'Write', { file_path: '$WORKSPACE/.claude/settings.json', content: '{}' }),
      {
        expect: 'none',
        calls: [
          { tool: 'Read', input: { file_path: '$WORKSPACE/a.txt' } },
          { tool: 'Edit', input: { file_path: '$WORKSPACE/a.txt', old_string: 'hello', new_string: 'bye' } },
        ],
      },
      one('none', 'Glob', { pattern: '**/*.txt' }),
      one('ask', 'Grep', { pattern: 'root', path: '/etc' }),
      one('ask', 'WebFetch', { url: 'http://169.254.169.254/latest', prompt: 'x' }),
      one('none', 'TodoWrite', { todos: [{ content: 'x', status: 'pending', activeForm: 'x' }] }),
      one('none', 'ToolSearch', { query: 'select:Monitor', max_results: 5 }),
      one('ask', 'Agent', { description: 'look', prompt: 'x', subagent_type: 'general-purpose' }),
      one('ask', 'mcp__probe__echo', { text: 'x' }),
    ],
  },
  codex: {
    prepare: ({ home, url, mcpServer: [command, ...args] }) =>
      writeSettings(
        join(home, '.codex/config.toml'),
        [
          'model_provider = "recorder"',
          'check_for_update_on_startup = false',
          '[analytics]\nenabled = false',
          `[model_providers.recorder]\nname = "recorder"\nbase_url = "${url}/v1"\nwire_api = "responses"`,
          `[mcp_servers.probe]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
        ].join('\n'),
      ),
    args: (_, model = 'gpt-5.5') => [
      'exec',
      '--skip-git-repo-check',
      '--json',
      '-m',
      model,
      '--dangerously-bypass-approvals-and-sandbox',
      'go',
    ],
    environment: () => ({}),
    trust: ['--dangerously-bypass-hook-trust'],
    shell: (cmd) => ({ tool: 'exec_command', input: { cmd } }),
    recorded: [
      one('none', 'exec_command', { cmd: 'git log' }),
      one('deny', 'exec_command', { cmd: 'git status; rm -r build' }),
      one('deny', 'exec_command', { cmd: 'make install' }),
      // The folder that the model names is where the command runs, and not the workspace.
      one('deny', 'exec_command', { cmd: 'cat hostname', workdir: '/etc' }),
      one('deny', 'exec_command', { cmd: `apply_patch <<'EOF'\n${PATCH}\nEOF\n` }),
      one('deny', 'write_stdin', { session_id: 1, chars: 'x' }),
      one('none', 'apply_patch', { freeform: PATCH }),
      one('deny', 'apply_patch', { freeform: HIDDEN_PATCH }),
      one('deny', 'view_image', { path: '/etc/hostname' }),
      one('none', 'get_goal', {}),
      one('deny', 'request_user_input', { questions: [] }),
      one('deny', 'list_mcp_resources', {}),
      one('deny', 'echo', { namespace: 'mcp__probe', text: 'x' }),
      {
        ...one('deny', 'spawn_agent', { namespace: 'collaboration', message: 'x', task_name: 'x' }),
        model: 'gpt-6-sol',
      },
      { ...one('deny', 'list_agents', { namespace: 'collaboration' }), model: 'gpt-6-sol' },
      { ...one('deny', 'wait', { namespace: 'functions', cell_id: '1' }), model: 'gpt-6-sol' },
      program('none', 'text(await tools.exec_command({ cmd: "git log" }))'),
      program('deny', 'text(await tools.exec_command({ cmd: "rm -r build" }))'),
      program('none', `text(await tools.apply_patch(${JSON.stringify(PATCH)}))`),
      program('deny', 'text(await tools.mcp__probe__echo({ text: "x" }))'),
    ],
  },
  gemini: {
    prepare: ({ home, mcpServer: [command, ...args] }) =>
      writeSettings(join(home, '.gemini/settings.json'), {
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        mcpServers: { probe: { command, args } },
      }),
    args: () => ['-p', 'go', '-m', 'gemini-2.5-pro', '--approval-mode', 'yolo'],
    environment: ({ url }) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    trust: [],
    shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'go' } }),
    recorded: [
      one('allow', 'run_shell_command', { command: 'git log --oneline', description: 'Show history' }),
      one('deny', 'run_shell_command', { command: 'git status && rm -r build' }),
      one('deny', 'run_shell_command', { command: 'make install', is_background: true }),
      one('deny', 'run_shell_command', { command: 'cat hostname', dir_path: '/etc' }),
      one('none', 'read_file', { file_path: 'a.txt' }),
      one('deny', 'read_file', { file_path: '/etc/hostname' }),
      one('none', 'write_file', { file_path: 'n.txt', content: 'x' }),
      one('deny', 'write_file', { file_path: '.gemini/settings.json', content: '{}' }),
      one('none', 'replace', { file_path: 'a.txt', instruction: 'x', old_string: 'hello', new_string: 'bye' }),
      one('none', 'list_directory', { dir_path: '.' }),
      one('deny', 'glob', { pattern: '/etc/*' }),
      one('none', 'grep_search', { pattern: 'x' }),
      one('deny', 'web_fetch', { prompt: 'get http://169.254.169.254/latest' }),
      one('none', 'write_todos', { todos: [{ description: 'x', status: 'pending' }] }),
      one('none', 'update_topic', { title: 'x', summary: 'x', strategic_intent: 'x' }),
      one('deny', 'invoke_agent', { agent_name: 'generalist', prompt: 'x' }),
      one('deny', 'enter_plan_mode', {}),
      one('deny', 'mcp_probe_echo', { text: 'x' }),
    ],
  },
}
