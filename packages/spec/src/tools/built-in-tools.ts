import type { RequiredPermission } from '../permission-mode.ts'

/** How a file is used, or what is reached, by the value of one key of a tool's input. */
export type ToolInputUse = 'read' | 'write' | 'url'

/** What is known of a tool without its schema: enough to name it in a policy, and to see what a call touches. */
export interface ToolEntry {
  /** The name that policies and records use. */
  readonly name: string
  /** Other names that models and policies know it by. */
  readonly aliases: readonly string[]
  /** Groups that name it in a policy, such as `group:fs`. */
  readonly groups: readonly string[]
  /** The highest permission. `null` for a tool that the app provides, which then names its permission. */
  readonly requiredPermission: RequiredPermission | null
  /** Keys of its input that name files or addresses. */
  readonly inputs: Readonly<Record<string, ToolInputUse>>
}

type Row = readonly [
  name: string,
  aliases: string,
  groups: string,
  permission: RequiredPermission | null,
  inputs?: Readonly<Record<string, ToolInputUse>>,
]

const READ = 'read-only'
const WRITE = 'workspace-write'
const ALL = 'danger-full-access'

/** Aliases and groups are words; every tool with a permission of its own is also in `group:builtin`. */
const ROWS: readonly Row[] = [
  ['read_file', 'read', 'fs', READ, { path: 'read', file_path: 'read' }],
  ['glob_search', 'find ls glob', 'fs', READ, { path: 'read' }],
  ['grep_search', 'grep', 'fs', READ, { path: 'read' }],
  ['write_file', 'write', 'fs', WRITE, { path: 'write', file_path: 'write' }],
  ['edit_file', 'edit multiedit', 'fs', WRITE, { path: 'write', file_path: 'write' }],
  ['apply_patch', '', 'fs', WRITE],
  ['NotebookEdit', '', 'fs', WRITE, { notebook_path: 'write' }],
  ['WebFetch', '', 'web', READ, { url: 'url' }],
  ['WebSearch', '', 'web', READ],
  ['Skill', '', '', READ],
  ['ToolSearch', '', '', READ],
  ['Sleep', '', '', READ],
  ['StructuredOutput', '', '', READ],
  ['SendUserMessage', '', 'messaging', READ],
  ['TodoWrite', '', '', WRITE],
  ['Config', '', '', WRITE],
  ['exec', 'bash shell', 'runtime', ALL],
  ['process', '', 'runtime', ALL],
  ['REPL', 'code_execution', 'runtime', ALL],
  ['Agent', 'task', 'sessions', ALL],
  // Served by gateways and clients; a policy can name them before they are there.
  ['sessions_list', '', 'sessions', null],
  ['sessions_history', '', 'sessions', null],
  ['sessions_search', '', 'sessions', null],
  ['sessions_send', '', 'sessions', null],
  ['sessions_spawn', '', 'sessions', null],
  ['sessions_yield', '', 'sessions', null],
  ['session_status', '', 'sessions', null],
  ['subagents', '', 'sessions', null],
  ['memory_search', '', 'memory', null],
  ['memory_get', '', 'memory', null],
  ['browser', '', 'ui', null],
  ['canvas', '', 'ui', null],
  ['automations', 'cron', 'automation', null],
  ['gateway', '', 'automation', null],
  ['message', '', 'messaging', null],
  ['nodes', '', 'nodes', null],
  ['computer', '', 'nodes', null],
  ['mobile_ui', '', 'nodes', null],
  ['view_image', '', 'ui', null],
]

const words = (text: string) => text.split(' ').filter(Boolean)

/** Every tool that a policy can name without further ado. Those of MCP servers are named `mcp__<server>__<tool>`. */
export const BUILT_IN_TOOLS: readonly ToolEntry[] = ROWS.map(
  ([name, aliases, groups, requiredPermission, inputs = {}]) => ({
    name,
    aliases: words(aliases),
    groups: [...words(groups), ...(requiredPermission === null ? [] : ['builtin'])].map((group) => `group:${group}`),
    requiredPermission,
    inputs,
  }),
)

/** Every group that a policy can name. */
export const TOOL_GROUPS: readonly string[] = [
  'group:runtime',
  'group:fs',
  'group:web',
  'group:sessions',
  'group:memory',
  'group:ui',
  'group:automation',
  'group:messaging',
  'group:nodes',
  'group:mcp',
  'group:builtin',
]
