import type { ExecAsk, ExecHostName, ExecSecurity, RequiredPermission } from '@poundlock/spec'
import type { AskFallback } from './ask-fallback.ts'
import type { CommandPlan } from './command-plan.ts'
import type { FileAccess } from './file-access.ts'
import type { Grant } from './grant.ts'
import type { SessionState } from './session-state.ts'

/** How the call would be contained. */
export interface Containment {
  /** Proven on this machine, not hoped for. */
  readonly active: boolean
  /** `allowlist`: only hosts that the owner named in the configuration. */
  readonly network: 'off' | 'allowlist' | 'on'
  /**
   * With an allowlist that names no host: a person is asked about each one, or has allowed it for all commands in there.
   * So a part of a line that is only known at run time reaches nothing unasked.
   */
  readonly asksHosts?: true
  /** True when only the workspace can be written. */
  readonly workspaceOnly: boolean
  /** What `Policy.denials` named and the sandbox keeps from all that runs in it. */
  readonly denied?: Denials
  /** Why others of these cannot be kept, by what they are: for the reasons. */
  readonly unkept?: Readonly<Record<string, string>>
}

/** The node that a command goes to, or why there is none. */
export type ChosenNode =
  | { readonly node: string }
  | { readonly code: 'NODE_REFUSED' | 'NODE_OFFLINE'; readonly problem: string }

/** Chooses the node that a command is meant for. */
export type ChooseNode = (choice: { readonly wanted?: string; readonly bound?: string }) => ChosenNode

/** The rules of the owner of the executing host, from the approvals document. */
export interface HostApprovals {
  /** The highest level of a command; it can only lower that of the configuration. */
  readonly security?: ExecSecurity
  /** When a person is asked; it can only ask more often. */
  readonly ask?: ExecAsk
  /** What holds where a person cannot be asked. */
  readonly askFallback?: AskFallback
  /** Patterns on the resolved executable, or rules by name. */
  readonly allowlist: readonly CommandRuleInput[]
  /** Where the document stands. */
  readonly source: string
}

/** A rule on commands as a person writes it. */
export type CommandRuleInput = string | CommandRuleObject

/** A rule on commands, written as an object. */
export interface CommandRuleObject {
  /** Words that the command begins with, or a pattern for the path of its program; `*` is any command. */
  readonly command: string
  /** A regular expression that must fit the whole of the arguments, joined by single spaces. */
  readonly args?: string
  /**
   * An allow rule counts only where its words stand directly behind the program, in this order: not for `git -C sub
   * diff`, nor for what `npx tsc` starts. Rules that ask or deny cover every spelling in any case.
   */
  readonly asWritten?: boolean
  /** Shown where the rule decides. */
  readonly reason?: string
  /** Verified when the policy is loaded. */
  readonly examples?: { readonly match?: readonly string[]; readonly notMatch?: readonly string[] }
}

/** Who asks, in which session, and where. */
export interface RequestContext {
  /** Id of the agent that calls; rules of `agents.<id>` are for it. */
  readonly agent: string
  /** Key of the session that the call belongs to. */
  readonly session: string
  /** Absolute. */
  readonly cwd: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute; `~` stands for it. */
  readonly home: string
  /** Whether an approver can be reached. */
  readonly interactive: boolean
  /**
   * Folders beside the workspace that commands may read as they may read the workspace, absolute: other worktrees of its
   * repository, the temporary folder of the session. The caller makes sure that they are these.
   */
  readonly readable?: readonly string[]
  /**
   * Paths of the workspace, absolute: what a call deletes there, with all below, undo brings back. The caller makes sure
   * that it is kept before the call runs, and that the call does not run where it cannot be kept.
   */
  readonly recoverable?: readonly string[]
}

/** A tool of an MCP server, as the two call themselves: what rules go by, whatever name the model was given. */
export interface ServedTool {
  readonly server: string
  readonly tool: string
}

/**
 * Where the program runs that serves a tool: on this machine in a sandbox (`offline`: in one without a network) or without
 * one, or on another machine.
 */
export type ServerProgram = 'uncontained' | 'contained' | 'offline' | 'elsewhere'

/** A tool call, as far as the policy needs to know it. */
export interface PolicyRequest {
  /** The name of the tool, or one of its aliases. */
  readonly tool: string
  /** What the tool can do at worst; `null` when there is no such tool. */
  readonly requiredPermission: RequiredPermission | null
  /** For tools of MCP servers, whose `tool` is `mcp__…`. */
  readonly served?: ServedTool
  /** For the same: where their program runs; what is not known counts as not contained. */
  readonly program?: ServerProgram
  /** For tools that run commands. */
  readonly plan?: CommandPlan
  /** Command lines in the input of a third-party tool: ask and deny rules apply to them; no rule on them allows the tool. */
  readonly innerPlans?: readonly CommandPlan[]
  /** What contains the command when it runs; absent where nothing does. */
  readonly containment?: Containment
  /** What the call itself asks for; it can only tighten. */
  readonly parameters?: {
    readonly host?: ExecHostName
    readonly security?: ExecSecurity
    readonly ask?: ExecAsk
    readonly node?: string
  }
  /** Names of the environment variables that the call sets. */
  readonly environment?: readonly string[]
  /** The document of the host's owner, for commands that run on a host; the stricter of both owners wins. */
  readonly approvals?: HostApprovals
  /** What was allowed for good before; see `deriveGrant`. */
  readonly grants?: readonly Grant[]
  /** Files that the call names, for tools that work on files. */
  readonly files?: readonly FileAccess[]
  /** Addresses that the call names. */
  readonly urls?: readonly string[]
  /** Addresses that the tool contacts besides, as its owner has set them. */
  readonly contacts?: readonly string[]
  /** True when the tool contacts a host that is not named anywhere. */
  readonly contactsUnnamed?: true
  /** True where a sandbox keeps the tool to the network that commands have. */
  readonly networkUnchanged?: true
  /** The provider of the model that calls, and the model; absent where no model does. */
  readonly provider?: string
  /** Id of the model, without its provider. */
  readonly model?: string
  /** The directives of people for the session. */
  readonly session?: SessionState
  /** With `host: node`, the names of the nodes that are there. */
  readonly nodes?: readonly string[]
  /** With `host: node`, which node is meant by what the call names and what the configuration names. */
  readonly chooseNode?: ChooseNode
  /** Who calls, from where. */
  readonly context: RequestContext
}

/**
 * Files that deny rules keep from all that runs, absolute: each with all that lies below it. One with wildcards stands for
 * every file that it fits.
 */
export interface Denials {
  /** Patterns that may not be read. */
  readonly read: readonly string[]
  /** Patterns that may not be written. */
  readonly write: readonly string[]
}

/** What rules on files keep from an agent, or ask about. */
export interface FileDenials extends Denials {
  /** Paths of ask rules. Commands that cannot reach them need no approval for them. */
  readonly ask: Denials
}
