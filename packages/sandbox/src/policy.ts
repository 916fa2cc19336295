import type { EgressRuleInput } from '@poundlock/spec'

/** How much of the file system a command sees. */
export type FileMode = 'off' | 'workspace-only' | 'allow-list'

/** What a command can reach: nothing, what rules name, or everything that the host reaches. */
export type NetworkMode = 'off' | 'allowlist' | 'on'

/** What a command may reach where the network is `allowlist`, through a proxy that is the only way out. */
export interface EgressPolicy {
  /** At least one; what no rule covers is refused. */
  readonly rules: readonly EgressRuleInput[]
}

/** Upper bounds for one command. An absent one is not limited; the status says which of them hold. */
export interface SandboxLimits {
  readonly processes?: number
  readonly memoryBytes?: number
  readonly openFiles?: number
  /** The largest single file that it may write. */
  readonly fileBytes?: number
  readonly cpuSeconds?: number
}

/**
 * What stands in the place of the workspace, so that nothing of a run persists in it. Made by `openTry`, whose folder it
 * is: a real path outside the workspace, of the same user as the command.
 *
 * `overlay`: the workspace shows through; what is written goes to `upper` in the folder. `copy`: `copy` in the folder is
 * shown instead. What is mounted below the workspace (`nested`, relative to it) is shown read-only.
 */
export type WorkspaceView =
  | { readonly kind: 'overlay'; readonly folder: string }
  | { readonly kind: 'copy'; readonly folder: string; readonly nested: readonly string[] }

/** What a contained command may do. All paths are absolute, except where said. */
export interface SandboxPolicy {
  /**
   * `workspace-only`: the workspace is writable, system folders are readable, the rest is not there.
   * `allow-list`: as that, but the workspace too is only what `readPaths` and `writePaths` name.
   * `off`: the file system is not isolated; namespaces and the network still are.
   */
  readonly fileMode: FileMode
  /** Writable in `workspace-only`; must exist. */
  readonly workspace: string
  /** Readable besides, for example a tool chain in the home folder. */
  readonly readPaths: readonly string[]
  /** Writable besides, for example a package cache. */
  readonly writePaths: readonly string[]
  /** Relative to the workspace, and to each write path: read-only there, so that the agent cannot write its own gate. */
  readonly protectedPaths: readonly string[]
  /** Never visible, even where a wider path is: folders of secrets, Poundlock's own state. */
  readonly hiddenPaths: readonly string[]
  readonly network: NetworkMode
  /** With the network `allowlist`, and only then. */
  readonly egress?: EgressPolicy
  readonly limits: SandboxLimits
  /**
   * Only with `workspace-only`. The write paths become read-only then: what is tried leaves nothing behind. A backend
   * that cannot do it refuses.
   */
  readonly workspaceView?: WorkspaceView
}
