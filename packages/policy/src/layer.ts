import type { ExecAsk, ExecHost, ExecSecurity, PermissionMode } from '@poundlock/spec'
import type { AskFallback } from './decision.ts'
import type { CommandRuleInput } from './request.ts'

/**
 * One source of policy: the built-in defaults, the user's file, a workspace's file. Layers are combined, never
 * overridden: between layers that may loosen, the later value wins; the others only tighten.
 */
export interface PolicyLayer {
  /** For example `default`, `user`, `workspace`. */
  readonly name: string
  /** False for what came with a repository: it can tighten, never loosen. */
  readonly mayLoosen: boolean
  readonly mode?: PermissionMode
  readonly exec?: ExecLayer
  readonly files?: FilesLayer
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
  readonly allowRules?: readonly CommandRuleInput[]
  readonly askRules?: readonly CommandRuleInput[]
  readonly denyRules?: readonly CommandRuleInput[]
  /** Names, or prefixes that end in `*`, of environment variables that a call may set. */
  readonly environment?: readonly string[]
  /** Tools that may run on a pipe without a rule; a layer that may not loosen can only leave some out. */
  readonly safeBins?: readonly string[]
}

export interface FilesLayer {
  /** Outside a sandbox: whether files outside the workspace may be read without asking. */
  readonly readScope?: 'workspace' | 'all'
}
