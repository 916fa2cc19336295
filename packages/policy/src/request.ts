import type { ExecAsk, ExecHost, ExecSecurity, RequiredPermission } from '@poundlock/spec'
import type { AskFallback } from './decision.ts'

/** One command that a line would run. */
export interface PlannedCommand {
  /** `null` when it is only known at run time. */
  readonly name: string | null
  /** The words after quoting is removed; `null` for a word that is only known at run time. */
  readonly argv: readonly (string | null)[]
  readonly span: readonly [start: number, end: number]
  /** Absolute path of the program; `null` when it was not found. Builtins of the shell have none. */
  readonly resolved: string | null
  /** True when the shell runs it itself. */
  readonly builtin: boolean
  /** True when it reads what another command of the line writes. */
  readonly readsPipe: boolean
  /** Names of the environment variables that the line sets for it. */
  readonly environment: readonly string[]
}

/** Something that the line itself does, besides running commands. */
export interface PlannedEffect {
  readonly kind: 'file-read' | 'file-write' | 'file-delete' | 'network' | 'environment' | 'process' | 'privilege'
  /** Absolute and normalised; `null` when it is only known at run time. */
  readonly path: string | null
}

/** What is known of a command line. The policy does not read command lines itself. */
export interface CommandPlan {
  readonly text: string
  /** Set when the line could not be read with certainty; then nothing else is known. */
  readonly refusal: { readonly code: string; readonly message: string } | null
  /** True when `commands` holds everything that would run. */
  readonly complete: boolean
  /** Why it is not complete, one sentence each. */
  readonly unresolved: readonly string[]
  readonly commands: readonly PlannedCommand[]
  readonly effects: readonly PlannedEffect[]
}

/** How the call would be contained. */
export interface Containment {
  /** Proven on this machine, not hoped for. */
  readonly active: boolean
  readonly network: 'off' | 'on'
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

/** A tool call, as far as the policy needs to know it. */
export interface PolicyRequest {
  readonly tool: string
  /** What the tool can do at worst; `null` when there is no such tool. */
  readonly requiredPermission: RequiredPermission | null
  /** For tools that run commands. */
  readonly plan?: CommandPlan
  readonly containment?: Containment
  /** What the call itself asks for; it can only tighten. */
  readonly parameters?: { readonly host?: ExecHost; readonly security?: ExecSecurity; readonly ask?: ExecAsk }
  /** Names of the environment variables that the call sets. */
  readonly environment?: readonly string[]
  readonly approvals?: HostApprovals
  readonly context: RequestContext
}
