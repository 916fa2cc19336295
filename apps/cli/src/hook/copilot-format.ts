import {
  COMMAND,
  mcpName,
  printed,
  SILENT_ANSWER,
  toolMappings,
  type AgentFormat,
  type AgentHookOutput,
  type HookEntry,
} from './hook-format.ts'

/** The only answer that blocks in every release: exit code 2 is a warning in some. */
const denied = (permissionDecisionReason: string): AgentHookOutput =>
  printed({ permissionDecision: 'deny', permissionDecisionReason })

/**
 * docs.github.com/copilot/reference/hooks-reference, and the parameters in the program of 1.0.102: under its name in PascalCase, the event has the payload of Claude
 * Code's hooks. Its first releases honour deny alone, and the question does not tell which one asks: an ask is a deny,
 * and an allow says nothing.
 */
export const copilotFormat: AgentFormat & HookEntry = {
  event: 'PreToolUse',
  provider: 'copilot',
  tools: toolMappings([
    ['bash', 'exec', COMMAND],
    ['view', 'read_file', 'path=path'],
    ['create', 'write_file', 'path=path'],
    ['edit', 'edit_file', 'path=path'],
    // 1.0.102 names one folder, or a list, which is refused.
    ['glob', 'glob_search', 'paths=path path=path pattern=pattern'],
    ['grep', 'grep_search', 'paths=path path=path'],
    ['rg', 'grep_search', 'paths=path path=path'],
    ['web_fetch', 'WebFetch', 'url=url'],
    ['task', 'Agent'],
  ]),
  ownTools: ['ask_user'],
  mcpTool: mcpName,
  workspace: ({ folder }) => folder,
  asks: false,
  allows: false,
  answer: (decision, reason) => (decision === 'allow' || decision === 'none' ? SILENT_ANSWER : denied(reason)),
  refusal: denied,
  settings: {
    file: '.copilot/hooks/poundlock.json',
    lists: [['hooks', 'PreToolUse']],
    empty: '{\n  "version": 1\n}\n',
  },
  entry: (command) => ({ type: 'command', bash: command, timeoutSec: 30 }),
  commandOf: (entry) => (entry as { bash?: unknown } | null)?.bash,
  note: `Copilot CLI runs a call whose hook crashes or takes over 30 seconds. Its tools without a row in the documentation are refused.
With COPILOT_HOME set, name the file: --settings $COPILOT_HOME/hooks/poundlock.json`,
}
