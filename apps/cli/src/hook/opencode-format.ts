import { blocked, COMMAND, SILENT_ANSWER, toolMappings, type AgentFormat } from './hook-format.ts'

/**
 * opencode.ai/docs/plugins: a plugin is called before each tool (`tool.execute.before`) and refuses it with an error. Our
 * plugin passes the call on in the form of the other agents. It can neither ask nor allow. The tools of a server are
 * named `<server>_<tool>`, which cannot be split: only those of ours are known.
 */
export const opencodeFormat: AgentFormat = {
  event: 'PreToolUse',
  provider: 'opencode',
  tools: toolMappings([
    ['bash', 'exec', `${COMMAND} workdir=workdir`],
    ['read', 'read_file', 'filePath=path'],
    ['write', 'write_file', 'filePath=path'],
    ['edit', 'edit_file', 'filePath=path'],
    ['multiedit', 'edit_file', 'filePath=path'],
    ['apply_patch', 'apply_patch', 'patchText=input'],
    ['patch', 'apply_patch', 'patchText=input'],
    ['glob', 'glob_search', 'path=path pattern=pattern'],
    ['grep', 'grep_search', 'path=path'],
    ['list', 'glob_search', 'path=path'],
    ['webfetch', 'WebFetch', 'url=url'],
    ['websearch', 'WebSearch'],
    ['codesearch', 'WebSearch'],
    ['todowrite', 'TodoWrite'],
    ['todoread', 'TodoWrite'],
    ['task', 'Agent'],
    ['skill', 'Skill'],
  ]),
  ownTools: ['question', 'invalid', 'plan_enter', 'plan_exit'],
  mcpTool: (name) => (name.startsWith('poundlock_') ? `mcp__poundlock__${name.slice('poundlock_'.length)}` : null),
  workspace: ({ folder }) => folder,
  asks: false,
  allows: false,
  answer: (decision, reason) => (decision === 'allow' || decision === 'none' ? SILENT_ANSWER : blocked(reason)),
}

/**
 * The plugin: it starts the hook for each call and waits for its exit code. Each failure is an error, and an
 * error refuses the call.
 *
 * @param command the program of the hook and its arguments
 */
export function opencodePlugin(command: readonly string[]): string {
  return `import { spawnSync } from 'node:child_process'
const [program, ...args] = ${JSON.stringify(command)}
export const Poundlock = async ({ directory }) => ({
  'tool.execute.before': async ({ tool, sessionID, callID }, { args: input }) => {
    const question = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input ?? {}, tool_use_id: callID, session_id: sessionID, cwd: directory }
    const options = { input: JSON.stringify(question), cwd: directory, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 }
    const { status, stderr, error } = spawnSync(program, args, options)
    if (status !== 0) throw new Error((stderr || '').trim() || 'poundlock: the hook failed: ' + (error ? error.message : 'exit code ' + status))
  },
})
`
}
