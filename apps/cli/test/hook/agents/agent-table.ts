import type { RealAgent } from '../real-agents.ts'
import type { ModelCall } from '../record/model-server.ts'
import type { Became } from './run-agent.ts'

/** One call of an agent: what becomes of it without our hook, what ours answers, and what becomes of it then. */
export interface AgentRow {
  readonly agent: RealAgent
  readonly tool: string
  /** What the call does, for people. */
  readonly what: string
  readonly call: ModelCall
  readonly alone: Became
  /** `none`: no decision. `unasked`: the agent refuses it before it asks any hook. */
  readonly answer: 'allow' | 'none' | 'ask' | 'deny' | 'unasked'
  readonly together: Became
  /** The rule of the user that covers the call. */
  readonly rule?: string
}

/** What the user laid down. */
export const USER_POLICY = {
  tools: {
    exec: { allow: ['touch ruled'], deny: ['rm'] },
    fs: { write: { allow: ['ruled/**'], deny: ['denied/**'] }, read: { allow: ['/etc/hostname'] } },
    deny: ['mcp__probe__denied'],
  },
}

/** What came with the repository: it may not loosen anything, and its skills say what they like. */
export const REPOSITORY: Readonly<Record<string, string>> = {
  'a.txt': 'hello\n',
  'ruled/a.txt': 'hello\n',
  'n.ipynb': '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}\n',
  '.poundlock/poundlock.json': JSON.stringify({
    tools: { exec: { allow: ['touch repository', '*'] }, fs: { write: { allow: ['**'] } } },
  }),
  '.claude/skills/plain/SKILL.md': '---\nname: plain\ndescription: Plain words\n---\nJust words.\n',
  '.claude/skills/pusher/SKILL.md':
    '---\ndescription: Pushes\nallowed-tools: Bash(touch:*)\n---\nContext: !`touch skill-ran`\n',
  '.claude/skills/remover/SKILL.md':
    '---\ndescription: Removes\nallowed-tools: Bash(rm:*)\n---\nContext: !`rm a.txt`\n',
  '.claude/skills/looks/SKILL.md': '---\ndescription: Looks\n---\nContext: !`ls`\n',
  '.claude/skills/lends/SKILL.md': '---\ndescription: Lends\nallowed-tools: WebSearch, Write\n---\nWords.\n',
  '.claude/skills/hooked/SKILL.md': `---\ndescription: Hooks\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: touch hook-ran\n---\nWords.\n`,
  '.claude/skills/silent/SKILL.md': '---\ndescription: Runs\n---\nContext: !`touch silent-ran`\n',
  '.claude/commands/told.md': '---\nallowed-tools: Bash(touch:*)\n---\nContext: !`touch command-ran`\n',
  '.gemini/skills/plain/SKILL.md': '---\nname: plain\ndescription: Plain words\n---\nJust words.\n',
}

type Row = readonly [
  tool: string,
  what: string,
  input: object,
  alone: Became,
  answer: AgentRow['answer'],
  together: Became,
  rule?: string,
]

const rows = (agent: RealAgent, list: readonly Row[]): AgentRow[] =>
  list.map(([tool, what, input, alone, answer, together, rule]) => ({
    agent,
    tool,
    what,
    call: { tool, input },
    alone,
    answer,
    together,
    ...(rule !== undefined && { rule }),
  }))

const bash = (command: string) => ({ command, description: 'x' })
const patch = (path: string) => ({ freeform: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` })
const TOUCH_RULE = 'tools.exec.allow: "touch ruled"'
const WRITE_RULE = 'tools.fs.write.allow: "ruled/**"'

export const AGENT_TABLE: readonly AgentRow[] = [
  ...rows('claude-code', [
    ['Bash', 'a command that changes files', bash('touch made'), 'asked', 'ask', 'asked'],
    ['Bash', 'a command that a rule covers', bash('touch ruled'), 'asked', 'allow', 'ran', TOUCH_RULE],
    ['Bash', 'the same, its output to a file', bash('touch ruled > made'), 'asked', 'none', 'asked'],
    ['Bash', 'a rule of the repository', bash('touch repository'), 'asked', 'ask', 'asked'],
    ['Bash', 'a command that is denied', bash('rm a.txt'), 'asked', 'deny', 'refused'],
    ['Bash', 'a look that Claude Code knows', bash('ls'), 'ran', 'none', 'ran'],
    ['Bash', 'a look that it asks about', bash('cksum a.txt'), 'asked', 'none', 'asked'],
    ['Bash', 'a search that it asks about', bash("awk '{ print $1 }' a.txt"), 'asked', 'none', 'asked'],
    ['Bash', 'a move outside', bash('cd /tmp'), 'asked', 'ask', 'asked'],
    ['Read', 'in the workspace', { file_path: '$WORKSPACE/a.txt' }, 'ran', 'none', 'ran'],
    ['Read', 'outside', { file_path: '/etc/passwd' }, 'asked', 'ask', 'asked'],
    [
      'Read',
      'outside, where a rule allows it',
      { file_path: '/etc/hostname' },
      'asked',
      'allow',
      'ran',
      'tools.fs.read.allow: "/etc/hostname"',
    ],
    ['Write', 'in the workspace', { file_path: '$WORKSPACE/made', content: 'x' }, 'asked', 'none', 'asked'],
    [
      'Write',
      'where a rule allows it',
      { file_path: '$WORKSPACE/ruled/b.txt', content: 'x' },
      'asked',
      'allow',
      'ran',
      WRITE_RULE,
    ],
    [
      'Write',
      'where a rule denies it',
      { file_path: '$WORKSPACE/denied/b.txt', content: 'x' },
      'asked',
      'deny',
      'refused',
    ],
    ['Write', 'outside', { file_path: '/var/tmp/made', content: 'x' }, 'asked', 'ask', 'asked'],
    [
      'Write',
      'its own settings',
      { file_path: '$WORKSPACE/.claude/settings.json', content: '{}' },
      'asked',
      'ask',
      'asked',
    ],
    [
      'Edit',
      'in the workspace',
      { file_path: '$WORKSPACE/a.txt', old_string: 'hello', new_string: 'bye' },
      'asked',
      'none',
      'asked',
    ],
    ['Read', 'a notebook', { file_path: '$WORKSPACE/n.ipynb' }, 'ran', 'none', 'ran'],
    [
      'NotebookEdit',
      'in the workspace',
      { notebook_path: '$WORKSPACE/n.ipynb', new_source: 'x', cell_type: 'code', edit_mode: 'insert' },
      'asked',
      'none',
      'asked',
    ],
    ['WebFetch', 'a public host', { url: 'https://example.com/', prompt: 'x' }, 'asked', 'ask', 'asked'],
    ['WebFetch', 'this machine', { url: 'http://127.0.0.1/', prompt: 'x' }, 'asked', 'ask', 'asked'],
    ['WebSearch', 'words', { query: 'words' }, 'asked', 'ask', 'asked'],
    ['Skill', 'words alone', { skill: 'plain' }, 'ran', 'none', 'ran'],
    ['Skill', 'with a command, and leave for it', { skill: 'pusher' }, 'asked', 'ask', 'asked'],
    ['Skill', 'with a command that is denied', { skill: 'remover' }, 'asked', 'deny', 'refused'],
    ['Skill', 'with a command that only looks', { skill: 'looks' }, 'ran', 'none', 'ran'],
    ['Skill', 'that lends tools', { skill: 'lends' }, 'asked', 'ask', 'asked'],
    ['Skill', 'with hooks of its own', { skill: 'hooked' }, 'asked', 'ask', 'asked'],
    // Claude Code refuses such a command without a question; a person who reads it in ours may say yes.
    ['Skill', 'with a command, and no leave for it', { skill: 'silent' }, 'refused', 'ask', 'asked'],
    ['Skill', 'of a file with commands', { skill: 'told' }, 'asked', 'ask', 'asked'],
    ['Skill', 'that comes with Claude Code', { skill: 'simplify' }, 'ran', 'ask', 'asked'],
    ['ToolSearch', 'names of tools', { query: 'select:WebFetch', max_results: 5 }, 'ran', 'none', 'ran'],
    ['CronList', 'what is planned', {}, 'ran', 'none', 'ran'],
    ['ListAgents', 'its sessions', {}, 'ran', 'none', 'ran'],
    ['ReportFindings', 'words', { findings: [] }, 'ran', 'none', 'ran'],
    [
      'AskUserQuestion',
      'a question',
      {
        questions: [
          {
            question: 'Yes?',
            header: 'x',
            options: [
              { label: 'a', description: 'a' },
              { label: 'b', description: 'b' },
            ],
            multiSelect: false,
          },
        ],
      },
      'asked',
      'none',
      'asked',
    ],
    [
      'Workflow',
      'a program of the model',
      { script: 'export const meta = { name: "x", description: "x", phases: [] }\n' },
      'asked',
      'ask',
      'asked',
    ],
    [
      'Monitor',
      'a command that changes files',
      { description: 'x', timeout_ms: 1000, command: 'touch made' },
      'asked',
      'ask',
      'asked',
    ],
    ['mcp__probe__echo', "another server's tool", { text: 'x' }, 'asked', 'ask', 'asked'],
    [
      'Agent',
      'a subagent',
      { description: 'x', prompt: 'x', subagent_type: 'general-purpose', run_in_background: false },
      'ran',
      'ask',
      'asked',
    ],
  ]),
  ...rows('codex', [
    ['exec_command', 'a command that changes files', { cmd: 'touch made' }, 'asked', 'deny', 'refused'],
    ['exec_command', 'a command that a rule covers', { cmd: 'touch ruled' }, 'asked', 'none', 'asked'],
    ['exec_command', 'a rule of the repository', { cmd: 'touch repository' }, 'asked', 'deny', 'refused'],
    ['exec_command', 'a command that only looks', { cmd: 'cksum a.txt' }, 'asked', 'none', 'asked'],
    [
      'exec_command',
      'a ruled command out of its sandbox',
      { cmd: 'touch ruled', sandbox_permissions: 'require_escalated', justification: 'x' },
      'asked',
      'none',
      'asked',
    ],
    ['apply_patch', 'in the workspace', patch('made'), 'asked', 'none', 'asked'],
    ['apply_patch', 'where a rule allows it', patch('ruled/b.txt'), 'asked', 'none', 'asked'],
    ['apply_patch', 'where a rule denies it', patch('denied/b.txt'), 'asked', 'deny', 'refused'],
    ['apply_patch', 'its own settings', patch('.codex/config.toml'), 'asked', 'deny', 'refused'],
    ['view_image', 'outside', { path: '/etc/passwd' }, 'ran', 'deny', 'refused'],
    ['get_goal', 'words', {}, 'ran', 'none', 'ran'],
    ['list_mcp_resources', 'of other servers', {}, 'ran', 'deny', 'refused'],
    ['echo', "another server's tool", { namespace: 'mcp__probe', text: 'x' }, 'asked', 'deny', 'refused'],
  ]),
  ...rows('gemini', [
    ['run_shell_command', 'a command that changes files', { command: 'touch made' }, 'refused', 'deny', 'refused'],
    [
      'run_shell_command',
      'a command that a rule covers',
      { command: 'touch ruled' },
      'refused',
      'allow',
      'refused',
      TOUCH_RULE,
    ],
    [
      'run_shell_command',
      'the same, its output to a file',
      { command: 'touch ruled > made' },
      'refused',
      'none',
      'refused',
    ],
    ['run_shell_command', 'a rule of the repository', { command: 'touch repository' }, 'refused', 'deny', 'refused'],
    ['run_shell_command', 'a command that only looks', { command: 'cksum a.txt' }, 'refused', 'none', 'refused'],
    ['read_file', 'in the workspace', { file_path: 'a.txt' }, 'ran', 'none', 'ran'],
    ['read_file', 'outside', { file_path: '/etc/passwd' }, 'refused', 'unasked', 'refused'],
    ['write_file', 'in the workspace', { file_path: 'made', content: 'x' }, 'refused', 'none', 'refused'],
    [
      'write_file',
      'where a rule allows it',
      { file_path: 'ruled/b.txt', content: 'x' },
      'refused',
      'allow',
      'refused',
      WRITE_RULE,
    ],
    ['write_file', 'where a rule denies it', { file_path: 'denied/b.txt', content: 'x' }, 'refused', 'deny', 'refused'],
    [
      'write_file',
      'its own settings',
      { file_path: '.gemini/settings.json', content: '{}' },
      'refused',
      'deny',
      'refused',
    ],
    [
      'replace',
      'in the workspace',
      { file_path: 'a.txt', instruction: 'x', old_string: 'hello', new_string: 'bye' },
      'refused',
      'none',
      'refused',
    ],
    ['glob', 'in the workspace', { pattern: '*.txt' }, 'ran', 'none', 'ran'],
    ['grep_search', 'in the workspace', { pattern: 'hello' }, 'ran', 'none', 'ran'],
    ['list_directory', 'in the workspace', { dir_path: '.' }, 'ran', 'none', 'ran'],
    ['web_fetch', 'words with addresses', { prompt: 'get https://example.com/' }, 'refused', 'deny', 'refused'],
    ['google_web_search', 'words', { query: 'words' }, 'ran', 'deny', 'refused'],
    ['write_todos', 'words', { todos: [{ description: 'x', status: 'pending' }] }, 'refused', 'none', 'refused'],
    ['update_topic', 'words', { title: 'x', summary: 'x', strategic_intent: 'x' }, 'ran', 'none', 'ran'],
    ['activate_skill', 'words alone', { name: 'plain' }, 'refused', 'none', 'refused'],
    ['list_background_processes', 'what runs', {}, 'refused', 'deny', 'refused'],
    ['invoke_agent', 'a subagent', { agent_name: 'generalist', prompt: 'x' }, 'ran', 'deny', 'refused'],
    ['mcp_probe_echo', "another server's tool", { text: 'x' }, 'refused', 'deny', 'refused'],
  ]),
]
