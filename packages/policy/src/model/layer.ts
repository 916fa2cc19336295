import type { ExecAsk, ExecHostName, ExecSecurity, PermissionMode } from '@poundlock/spec'
import type { AskFallback } from './ask-fallback.ts'
import type { CommandRuleInput } from './request.ts'
import type { ToolsLayer } from './tools-layer.ts'

/**
 * One source of policy: the built-in defaults, the user's file, a workspace's file. Layers are combined, never
 * overridden: between layers that may loosen, the later value wins; the others only tighten.
 */
export interface PolicyLayer {
  /** For example `default`, `user`, `workspace`. */
  readonly name: string
  /** False for what came with a repository: it can tighten, never loosen. */
  readonly mayLoosen: boolean
  /** True for the file of an organisation: later layers can use its values or stricter ones, never looser ones. */
  readonly binding?: boolean
  /** Set on the part of a layer that is for some agents: `agents.defaults`, `agents.<id>`. */
  readonly agent?: string
  /** What needs no approval of its own. */
  readonly mode?: PermissionMode
  /** Commands: where they run, when a person is asked, and rules. */
  readonly exec?: ExecLayer
  /** Which tools there are. */
  readonly tools?: ToolsLayer
  /** Paths that calls may read and write. */
  readonly files?: FilesLayer
  /** Hosts that the web tools may contact. */
  readonly web?: WebLayer
  /** The network of commands, which holds for every tool that contacts a host. */
  readonly network?: NetworkLayer
  /** Who may lift a session out of its sandbox. */
  readonly elevated?: ElevatedLayer
  /** What holds for some agents besides. */
  readonly agents?: AgentsLayer
  /** Paths relative to the workspace that no call may write, besides the built-in ones. */
  readonly protectedPaths?: readonly string[]
  /** Where a key stands, as `file:line:column`; the layer's name when absent. The key is a JSON Pointer. */
  readonly locate?: (pointer: string) => string
}

/** What one layer says about commands. */
export interface ExecLayer {
  /** Where commands run. */
  readonly host?: ExecHostName
  /** The highest level of a command there. */
  readonly security?: ExecSecurity
  /** When a person is asked. */
  readonly ask?: ExecAsk
  /** What holds where a person cannot be asked. */
  readonly askFallback?: AskFallback
  /** With `host: node`, the node that commands run on. */
  readonly node?: string
  /** Which commands need no rule on an uncontained host, since it is proven what they do. */
  readonly proven?: ProvenLevel
  /** Commands that need no approval. */
  readonly allowRules?: readonly RuleInput[]
  /** Commands that need approval, whatever allows them. */
  readonly askRules?: readonly RuleInput[]
  /** Commands that are refused, whatever allows them. */
  readonly denyRules?: readonly RuleInput[]
  /** Names, or prefixes that end in `*`, of environment variables that a call may set. */
  readonly environment?: readonly string[]
  /** Tools that may run on a pipe without a rule; a layer that may not loosen can only leave some out. */
  readonly safeBins?: readonly string[]
  /** What a safe bin may be given, by its name; only of layers that may loosen. */
  readonly safeBinProfiles?: Readonly<Record<string, SafeBinProfile>>
}

export const PROVEN_LEVELS = ['off', 'read', 'write'] as const

/**
 * `off`: every command needs a rule. `read`: not one that only reads in scope, and no secrets. `write`: nor one that
 * writes single files of the workspace which are neither protected nor secret, or deletes there what undo brings back.
 */
export type ProvenLevel = (typeof PROVEN_LEVELS)[number]

/** A rule on commands, or on effects. */
export type RuleInput = CommandRuleInput | EffectRuleObject

export interface FilesLayer {
  /** What may be read, for file tools and commands alike. Allow rules widen the scope, deny rules always win. */
  readonly read?: PathRules
  /** What may be written and deleted. */
  readonly write?: PathRules
  /** Outside a sandbox: whether files outside the workspace may be read without asking. */
  readonly readScope?: 'workspace' | 'all'
}

/** Patterns on paths: absolute, below `~`, or relative to the workspace. */
export interface PathRules {
  /** Needs no approval. */
  readonly allow?: readonly string[]
  /** Needs approval, whatever allows it. */
  readonly ask?: readonly string[]
  /** Is refused, whatever allows it. */
  readonly deny?: readonly string[]
}

/** A rule on what a call does, instead of on what it is called. */
export interface EffectRuleObject {
  /** Such as `fs.delete`, `fs.write:/etc/**`, `net.egress:example.com`. */
  readonly effect: string
  /** Shown where the rule decides. */
  readonly reason?: string
}

/** Which hosts the web tools may contact. */
export interface WebLayer {
  /** Contacted without asking, and every other host asks. `example.com` is that host, `*.example.com` every one below. */
  readonly allowDomains?: readonly string[]
  /** Never contacted, with all below. */
  readonly denyDomains?: readonly string[]
}

export const NETWORK_MODES = ['off', 'allowlist', 'ask', 'on'] as const

export type NetworkMode = (typeof NETWORK_MODES)[number]

/** What commands reach in the sandbox, which is what tools reach that contact a host. */
export interface NetworkLayer {
  /** Nothing, the hosts that `egress` names, these and what a person allows, or everything. */
  readonly mode?: NetworkMode
  /** `example.org`, `*.example.org`, `example.org:8080`; ports 80 and 443 unless one is named. */
  readonly egress?: readonly (string | { readonly host: string })[]
}

/** Who may lift a session out of its sandbox. */
export interface ElevatedLayer {
  /** Off unless set. */
  readonly enabled?: boolean
  /** For each provider, the ids of people; `*` for everybody there. */
  readonly allowFrom?: Readonly<Record<string, readonly string[]>>
}

/** What a tool may be given as a safe bin, as its owner lays it down. Every option that is not named is refused. */
export interface SafeBinProfile {
  /** How many operands it must have. */
  readonly minPositional?: number
  /** How many it may have; none unless set. None of them may look like a path. */
  readonly maxPositional?: number
  /** Options without a value, with their dashes; those of one letter can be joined. */
  readonly allowedFlags?: readonly string[]
  /** Options that take a value, attached, behind `=` or as the next word. It may not look like a path. */
  readonly allowedValueFlags?: readonly string[]
  /** Always refused. */
  readonly deniedFlags?: readonly string[]
}

/** What a layer says for agents: for all of them, and for each by its id. */
export interface AgentsLayer {
  /** For every agent. */
  readonly defaults?: AgentLayer
  /** For one agent each, over the defaults. */
  readonly list?: readonly (AgentLayer & { readonly id: string })[]
}

/** What a layer says for one agent, over what it says for all. */
export interface AgentLayer {
  readonly mode?: PermissionMode
  readonly exec?: ExecLayer
  readonly tools?: ToolsLayer
  readonly elevated?: ElevatedLayer
  readonly network?: NetworkLayer
}
