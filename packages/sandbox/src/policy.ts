import type { EgressRuleInput } from '@poundlock/spec'
import type { DeniedPath, DeniedPattern } from '@poundlock/workspace-guard'
import type { GitIdentity } from './mount-plan/git-identity.ts'

/** How much of the file system a command sees. */
export type FileMode = 'off' | 'workspace-only' | 'allow-list'

/** The network of a command: none, the targets of the rules, or everything that the host reaches. */
export type NetworkAccess = 'off' | 'allowlist' | 'on'

/** The targets of a command where the network is `allowlist`, through a proxy that is the only way out. */
export interface EgressPolicy {
  /** At least one, unless it asks; all other targets are refused. */
  readonly rules: readonly EgressRuleInput[]
  /** All other targets are asked about, where the command brings a way to ask (`askEgress`). */
  readonly asks?: true
  /**
   * A default, which no file asked for: a sandbox that cannot keep an allowlist gives no network instead of refusing
   * (`withKeptNetwork`).
   */
  readonly elseOff?: true
}

/** Upper bounds for one command. An absent one is not limited; the status says which of them hold. */
export interface SandboxLimits {
  /** That run at the same time, threads included. */
  readonly processes?: number
  /** Of all its processes together. */
  readonly memoryBytes?: number
  /** Of each process. */
  readonly openFiles?: number
  /** The largest single file that it may write. */
  readonly fileBytes?: number
  /** Of processor time, of each process. */
  readonly cpuSeconds?: number
}

/**
 * Replaces the workspace, so that no change of a run persists in it. Made by `openTry`, which owns the folder: a real
 * path outside the workspace, of the same user as the command.
 *
 * `overlay`: the workspace shows through, and writes go to `upper` in the folder. `copy`: `copy` in the folder is shown
 * instead. Mounts below the workspace (`nested`, relative to it) are shown read-only.
 */
export type WorkspaceView =
  | { readonly kind: 'overlay'; readonly folder: string }
  | { readonly kind: 'copy'; readonly folder: string; readonly nested: readonly string[] }

/** The permissions of a contained command. Paths are absolute, unless stated otherwise. */
export interface SandboxPolicy {
  /**
   * `workspace-only`: the workspace is writable, system folders are readable, the rest is not there.
   * `allow-list`: as that, but the workspace too is only what `readPaths` and `writePaths` name.
   * `off`: the file system is not isolated; namespaces and the network still are.
   */
  readonly fileMode: FileMode
  /** Writable in `workspace-only`; must exist. */
  readonly workspace: string
  /** More readable paths, for example a tool chain in the home folder. */
  readonly readPaths: readonly string[]
  /** More writable paths, for example a package cache. */
  readonly writePaths: readonly string[]
  /**
   * A folder for the caches of package managers and compilers, of this workspace alone, among those of other workspaces. It
   * is made where it is missing, writable as `~/.cache`, and kept from run to run; nothing in it is protected or searched, so
   * no program outside may use it. Only with `workspace-only`, and never in a view of the workspace.
   */
  readonly cachePath?: string
  /** Relative to the workspace, and to each write path: read-only there, so that the agent cannot write its own gate. */
  readonly protectedPaths: readonly string[]
  /** Never visible, even where a wider path is: folders of secrets, Poundlock's own state. */
  readonly hiddenPaths: readonly string[]
  /**
   * Deny rules with patterns. Matching files are found just before each command, and hidden or protected as they are
   * then; a file that the command makes under such a name is moved away, where it may not be written.
   */
  readonly deniedPatterns?: readonly DeniedPattern[]
  /**
   * What rules deny by a name, and is hidden or protected already: its other names (hard links) are looked up just before
   * each command.
   */
  readonly deniedPaths?: readonly DeniedPath[]
  /** What it reaches of the network. */
  readonly network: NetworkAccess
  /** With the network `allowlist`, and only then. */
  readonly egress?: EgressPolicy
  /** Upper bounds; the status says which of them hold. */
  readonly limits: SandboxLimits
  /** Whom commits are by where neither the repository nor the command says it: settings of the lowest precedence. */
  readonly gitIdentity?: GitIdentity
  /**
   * Only with `workspace-only`. The write paths become read-only, so that a try leaves nothing behind. A backend that
   * cannot do it refuses.
   */
  readonly workspaceView?: WorkspaceView
}
