import type { ExecAsk, ExecHost, ExecSecurity, PermissionMode } from '@poundlock/spec/vocabulary'
import type { SafeBinProfile } from './commands/safe-bin-profile.ts'
import type { AskFallback } from './decision.ts'
import type { EffectRuleObject } from './files/effect-rule.ts'
import type { PathRules } from './files/file-rules.ts'
import type { AgentsLayer } from './layers/expand-layers.ts'
import type { CommandRuleInput } from './request.ts'
import type { ElevatedLayer } from './session/elevated-gates.ts'
import type { ToolsLayer } from './tools/tools-layer.ts'
import type { WebLayer } from './web/judge-web.ts'

/**
 * One source of policy: the built-in defaults, the user's file, a workspace's file. Layers are combined, never
 * overridden: between layers that may loosen, the later value wins; the others only tighten.
 */
export interface PolicyLayer {
  /** For example `default`, `user`, `workspace`. */
  readonly name: string
  /** False for what came with a repository: it can tighten, never loosen. */
  readonly mayLoosen: boolean
  /** True for what an organisation lays down: layers after it can use its values or stricter ones, never looser ones. */
  readonly binding?: boolean
  /** Set on the part of a layer that is for some agents: `agents.defaults`, `agents.<id>`. */
  readonly agent?: string
  readonly mode?: PermissionMode
  readonly exec?: ExecLayer
  readonly tools?: ToolsLayer
  readonly files?: FilesLayer
  readonly web?: WebLayer
  readonly elevated?: ElevatedLayer
  readonly agents?: AgentsLayer
  /** Paths relative to the workspace that no call may write, besides the built-in ones. */
  readonly protectedPaths?: readonly string[]
  /** Where a key stands, as `file:line:column`; the layer's name when absent. The key is a JSON Pointer. */
  readonly locate?: (pointer: string) => string
}

export interface ExecLayer {
  readonly host?: ExecHost
  readonly security?: ExecSecurity
  readonly ask?: ExecAsk
  readonly askFallback?: AskFallback
  /** With `host: node`, the node that commands run on. */
  readonly node?: string
  readonly allowRules?: readonly RuleInput[]
  readonly askRules?: readonly RuleInput[]
  readonly denyRules?: readonly RuleInput[]
  /** Names, or prefixes that end in `*`, of environment variables that a call may set. */
  readonly environment?: readonly string[]
  /** Tools that may run on a pipe without a rule; a layer that may not loosen can only leave some out. */
  readonly safeBins?: readonly string[]
  /** What a safe bin may be given, by its name; only of layers that may loosen. */
  readonly safeBinProfiles?: Readonly<Record<string, SafeBinProfile>>
}

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
