import type { ExecAsk, ExecHost, ExecSecurity, RequiredPermission } from '@poundlock/spec/vocabulary'
import type { AskFallback } from './decision.ts'
import type { FileAccess } from './files/file-access.ts'
import type { Grant } from './grants/grant.ts'
import type { SessionState } from './session/session-state.ts'

/** One command that a line would run. */
export interface PlannedCommand {
  /** `null` when it is only known at run time. */
  readonly name: string | null
  /** The words after quoting is removed; `null` for a word that is only known at run time. */
  readonly argv: readonly (string | null)[]
  readonly span: readonly [start: number, end: number]
  /** Absolute path of the program; `null` when it was not found. Builtins of the shell have none. */
  readonly resolved: string | null
  /** The file that `resolved` leads to by way of links, where that is another one: this is what will run. */
  readonly real?: string
  /** Where `resolved` itself lies, once the folders above it are followed, where that is another place. */
  readonly place?: string
  /** True when the shell runs it itself. */
  readonly builtin: boolean
  /** True when it reads what another command of the line writes, or may. */
  readonly readsPipe: boolean
  /** Names of the environment variables that the line sets for it. */
  readonly environment: readonly string[]
  /** The same with their values, `NAME=value`; absent where one is only known at run time. */
  readonly settings?: readonly string[]
  /** True where `resolved` is what another command of the line starts among the tools of the project: `npx tsc`. */
  readonly tool?: true
  /** Where it starts, absolute, where the line has moved before; `null` when that is only known at run time. */
  readonly cwd?: string | null
  /** For an interpreter that is given a file of code and nothing before it: the file, absolute. */
  readonly script?: string
  /** What `script` leads to by way of links, where that is another file. */
  readonly realScript?: string
  /** What it does with its arguments; absent where nobody looked. */
  readonly profile?: CommandProfile
  /**
   * True when there is nothing to decide about it: a wrapper that only starts commands which the plan lists too, a
   * builtin that only changes the shell it runs in.
   */
  readonly passive?: boolean
}

/** What is known of what a command does with its arguments. */
export interface CommandProfile {
  /** False when it is not known; then `code` and `message` say why, and `effects` are no more than what its words name. */
  readonly known: boolean
  /** For example `UNKNOWN_OPTION`; `UNKNOWN_COMMAND` when nothing is known of the program at all. */
  readonly code: string | null
  readonly message: string | null
  /** The word that could not be judged, where it is one: the script, the option that holds code. */
  readonly doubt?: string
  /** The command without options that stand before its subcommand, for rules that are token prefixes. */
  readonly words: readonly (string | null)[] | null
  readonly effects: readonly PlannedEffect[]
  /** The options that were given, by their full names; absent where they are not known. */
  readonly options?: readonly string[]
  /** Names of its options that mean the same: by blanks, groups by commas, `-d+-f` for both together. */
  readonly alike?: string
  /** True where a word that is only known at run time may be one of its options. */
  readonly hidesOption?: boolean
  /** Its part where the line hands names of files from one command to another. */
  readonly names?: NamesRole
}

/**
 * `finds`: prints names of files that it found, and nothing else that could pass for one; `filters`: passes on some of
 * the names that it reads, as they are; `takes`: each of its words that is only known at run time is one such name.
 */
export type NamesRole = 'finds' | 'filters' | 'takes'

/** Something that a line does, itself or through a command. */
export interface PlannedEffect {
  readonly kind:
    | 'file-read'
    | 'file-write'
    | 'file-delete'
    | 'execute'
    | 'network'
    | 'environment'
    | 'process'
    | 'privilege'
  /**
   * For files: absolute and normalised. Else the host, the program or the variable. `null` when it is only known at run
   * time.
   */
  readonly path: string | null
  /** For files: everything below the path too. */
  readonly recursive?: true
  /** For `file-read`: of what it goes through, no content is told, only names, or what a tool makes of its own kind of files. */
  readonly lists?: true
  /** For files: the pattern of the shell that stands for them, absolute; `path` is then the folder that all are in. */
  readonly pattern?: string
  /** For `execute`, where the code comes from: the arguments, the workspace, the system, the network. */
  readonly origin?: 'argument' | 'workspace' | 'helper' | 'download'
  /** Only data of the repository itself (index, objects, references), changed by git; for `execute`: named by it. */
  readonly repository?: boolean
  /** For `network`: files go there, or what is there is changed, which is more than to fetch. */
  readonly sends?: boolean
}

/** What is known of a command line. The policy does not read command lines itself. */
export interface CommandPlan {
  readonly text: string
  /** Set when the line could not be read with certainty, or not to its end; then there may be more than is listed. */
  readonly refusal: { readonly code: string; readonly message: string } | null
  /** True when `commands` holds everything that would run. */
  readonly complete: boolean
  /** True when it is only not complete since it is not known what the scripts of its commands run. */
  readonly onlyScripts?: boolean
  /** Why it is not complete, one sentence each. */
  readonly unresolved: readonly string[]
  readonly commands: readonly PlannedCommand[]
  readonly effects: readonly PlannedEffect[]
  /**
   * Every file and folder below a folder, absolute, with what links there lead to; `null` where that cannot be told or
   * there are too many. Absent where nobody may look: then whatever could lie there counts.
   */
  readonly below?: (folder: string) => readonly string[] | null
}

/** How the call would be contained. */
export interface Containment {
  /** Proven on this machine, not hoped for. */
  readonly active: boolean
  /** `allowlist`: only hosts that the owner named in the configuration. */
  readonly network: 'off' | 'allowlist' | 'on'
  /** True when only the workspace can be written. */
  readonly workspaceOnly: boolean
}

/** What the owner of the executing host has laid down in the approvals document. */
export interface HostApprovals {
  readonly security?: ExecSecurity
  readonly ask?: ExecAsk
  readonly askFallback?: AskFallback
  /** Patterns on the resolved executable, or rules by name. */
  readonly allowlist: readonly CommandRuleInput[]
  /** Where the document stands. */
  readonly source: string
}

/** A rule on commands as a person writes it. */
export type CommandRuleInput = string | CommandRuleObject

export interface CommandRuleObject {
  readonly command: string
  /** A regular expression that must fit the whole of the arguments, joined by single spaces. */
  readonly args?: string
  readonly reason?: string
  /** Verified when the policy is loaded. */
  readonly examples?: { readonly match?: readonly string[]; readonly notMatch?: readonly string[] }
}

export interface RequestContext {
  readonly agent: string
  readonly session: string
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute; `~` stands for it. */
  readonly home: string
  /** Whether somebody can be asked. */
  readonly interactive: boolean
}

/** A tool of an MCP server, as the two call themselves: what rules go by, whatever name the model was given. */
export interface ServedTool {
  readonly server: string
  readonly tool: string
}

/** A tool call, as far as the policy needs to know it. */
export interface PolicyRequest {
  readonly tool: string
  /** What the tool can do at worst; `null` when there is no such tool. */
  readonly requiredPermission: RequiredPermission | null
  /** For tools of MCP servers, whose `tool` is `mcp__…`. */
  readonly served?: ServedTool
  /** For tools that run commands. */
  readonly plan?: CommandPlan
  readonly containment?: Containment
  /** What the call itself asks for; it can only tighten. */
  readonly parameters?: {
    readonly host?: ExecHost
    readonly security?: ExecSecurity
    readonly ask?: ExecAsk
    readonly node?: string
  }
  /** Names of the environment variables that the call sets. */
  readonly environment?: readonly string[]
  readonly approvals?: HostApprovals
  /** What was allowed for good before; see `deriveGrant`. */
  readonly grants?: readonly Grant[]
  /** Files that the call names, for tools that work on files. */
  readonly files?: readonly FileAccess[]
  /** Addresses that the call names. */
  readonly urls?: readonly string[]
  /** The provider of the model that calls, and the model; absent where no model does. */
  readonly provider?: string
  readonly model?: string
  /** What people have said about the session. */
  readonly session?: SessionState
  /** With `host: node`, the names of the nodes that are there. */
  readonly nodes?: readonly string[]
  readonly context: RequestContext
}
