import type { Decision, RequiredPermission } from '@poundlock/spec'

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
  /** What blocks a call about which nothing was decided; exit code 2 unless set. */
  readonly refusal?: (reason: string) => AgentHookOutput
  /**
   * The agent's folder. Never taken from a call: a model that chose the workspace would choose its content and its
   * policy.
   */
  readonly workspace: (session: HookSession) => string
  /** The question in the keys of Claude Code's hooks, for an agent with keys of its own. What it does not know it returns. */
  readonly question?: (
    payload: Readonly<Record<string, unknown>>,
    session: HookSession,
  ) => Readonly<Record<string, unknown>>
}

/** How an agent's settings name its hook. */
export interface HookEntry {
  /** The settings that name the hook, below the home folder, and the lists in them: one for each of its events. */
  readonly settings: {
    readonly file: string
    /** Each is a path of keys. */
    readonly lists: readonly (readonly string[])[]
    /** The text of a new file, where the agent wants more in it than the list. */
    readonly empty?: string
  }
  readonly entry: (command: string) => object
  /** The command of an entry; anything but a text where it has none, or several. */
  readonly commandOf: (entry: unknown) => unknown
  /** What else has to be done by hand. */
  readonly note: string | null
}

/** The command of an entry as Claude Code has it, and others after it: of its list of hooks, which has one. */
export function commandOfOnlyHook(entry: unknown): unknown {
  const { hooks } = (entry ?? {}) as { hooks?: readonly ({ command?: unknown } | null)[] }
  return Array.isArray(hooks) && hooks.length === 1 ? hooks[0]?.command : undefined
}

/** The permission of an unknown tool: everything. */
export const UNKNOWN_PERMISSION: RequiredPermission = 'danger-full-access'

const words = (text: string) => text.split(' ').filter(Boolean)

/** A table of tools: their names, ours, pairs of keys, and the keys that change nothing. */
export const toolMappings = (
  rows: readonly (readonly [string, string, string?, string?])[],
): Record<string, ToolMapping> =>
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

/** The tools of servers are called `mcp__<server>__<tool>` by most agents. */
export const mcpName = (name: string): string | null => (name.startsWith('mcp__') ? name : null)

/** Their key of a command line is ours. */
export const COMMAND = 'command=command'

/** Exit code 2 blocks in the agents without a `refusal` of their own, also when they do not read the answer. */
export const blocked = (reason: string): AgentHookOutput => ({ stdout: '', stderr: `${reason}\n`, code: 2 })

/** An answer of JSON, with exit code 0. */
export const printed = (value: object): AgentHookOutput => ({
  stdout: `${JSON.stringify(value)}\n`,
  stderr: '',
  code: 0,
})

/** No objection: the agent goes on by its own rules. */
export const SILENT_ANSWER: AgentHookOutput = { stdout: '', stderr: '', code: 0 }

/** The answer of Claude Code's hooks, which others have taken over. */
export const preToolUse = (permissionDecision: Decision, permissionDecisionReason: string) =>
  printed({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason } })
