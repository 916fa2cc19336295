import {
  COMMAND,
  commandOfOnlyHook,
  mcpName,
  preToolUse,
  SILENT_ANSWER,
  toolMappings,
  type AgentFormat,
  type HookEntry,
} from './hook-format.ts'

/**
 * qwenlm.github.io/qwen-code-docs/en/users/features/hooks, and the program of 0.24.4: deny and ask are honoured, exit code
 * 2 denies, and every other error lets the call run. An ask is a deny where the agent has no terminal. An allow says no
 * more than silence.
 */
export const qwenFormat: AgentFormat & HookEntry = {
  event: 'PreToolUse',
  provider: 'qwen',
  tools: toolMappings([
    ['run_shell_command', 'exec', `${COMMAND} directory=workdir`],
    ['monitor', 'exec', `${COMMAND} directory=workdir`],
    ['task_stop', 'process'],
    ['read_file', 'read_file', 'file_path=path'],
    ['write_file', 'write_file', 'file_path=path'],
    ['edit', 'edit_file', 'file_path=path'],
    ['replace', 'edit_file', 'file_path=path'],
    ['notebook_edit', 'NotebookEdit', 'notebook_path=notebook_path'],
    ['glob', 'glob_search', 'path=path pattern=pattern'],
    ['grep_search', 'grep_search', 'path=path'],
    ['search_file_content', 'grep_search', 'path=path'],
    ['list_directory', 'glob_search', 'path=path'],
    ['web_fetch', 'WebFetch', 'url=url'],
    ['web_search', 'WebSearch'],
    ['todo_write', 'TodoWrite'],
    ['task_create', 'TodoWrite'],
    ['task_update', 'TodoWrite'],
    ['task_list', 'TodoWrite'],
    ['tool_search', 'ToolSearch'],
    ['agent', 'Agent'],
    ['task', 'Agent'],
    ['skill', 'Skill'],
  ]),
  ownTools: ['ask_user_question', 'enter_plan_mode', 'exit_plan_mode', 'list_agents', 'report_findings'],
  mcpTool: mcpName,
  workspace: ({ folder, environment }) => environment['QWEN_PROJECT_DIR'] ?? folder,
  asks: true,
  allows: false,
  answer: (decision, reason) =>
    decision === 'allow' || decision === 'none' ? SILENT_ANSWER : preToolUse(decision, reason),
  settings: { file: '.qwen/settings.json', lists: [['hooks', 'PreToolUse']] },
  entry: (command) => ({ matcher: '*', hooks: [{ name: 'poundlock', type: 'command', command }] }),
  commandOf: commandOfOnlyHook,
  note: 'Qwen Code runs a call whose hook fails in another way than with exit code 2, or takes over a minute.',
}
