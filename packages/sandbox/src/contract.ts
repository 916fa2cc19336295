import type { EgressTarget, ProcessHandle } from '@poundlock/spec'
import type { SandboxPolicy } from './policy.ts'
import type { SandboxStatus } from './status.ts'

/** A command to run: never a text that a shell would read again, always an argument vector. */
export interface SandboxCommand {
  /** Absolute path of the program, as it is inside the sandbox. */
  readonly file: string
  /** Each is passed as it is: nothing is split or expanded. */
  readonly args: readonly string[]
  /** Absolute; must be visible inside. */
  readonly cwd: string
  /** The whole environment: nothing else passes. */
  readonly env: Readonly<Record<string, string>>
  /** `ignore` unless set; `pipe` gives the handle a `stdin`; `inherit` joins the caller's own. */
  readonly stdin?: 'ignore' | 'pipe' | 'inherit'
  /** `inherit` joins the command to the caller's own output. */
  readonly output?: 'pipe' | 'inherit'
  /**
   * Absolute paths in repositories whose history a person let this command remove: lost history there is kept aside and
   * not restored.
   */
  readonly releases?: readonly string[]
  /** It is known to send data of this machine: egress rules with `onlyFetches` do not hold for it. */
  readonly sends?: true
  /**
   * Asks about a target that no rule of the policy covers, where that asks. Its connection waits for the answer.
   *
   * @param signal aborts when the command has ended
   */
  readonly askEgress?: (target: EgressTarget, signal: AbortSignal) => Promise<EgressConsent>
}

/**
 * Whether a command may contact a target. The reason completes "no rule covers it, and …"; with a remedy it stands alone,
 * and the remedy says what would allow the target in place of a rule.
 */
export type EgressConsent =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string; readonly remedy?: string }

/** Something that was tried inside a sandbox and refused by it. */
export interface SandboxDenial {
  /** What was refused, for programs. */
  readonly kind: 'write' | 'read' | 'network' | 'process' | 'privilege' | 'limit'
  /** The path or address, where it is known. */
  readonly target: string | null
  /** A sentence for the person and the model: the refusal, the rule, and what would allow it. */
  readonly message: string
}

/** The result of a command, for explaining denials. */
export interface FinishedCommand {
  /** `null` where a signal ended it. */
  readonly exitCode: number | null
  /** That ended it; `null` where it exited. */
  readonly signal: string | null
  /** The end of its error output. */
  readonly stderr: string
  /** The handle that `run` returned, after its exit; without it, all runs of the sandbox are explained. */
  readonly process?: ProcessHandle
}

/** One thing that a probe tried inside a sandbox. */
export interface ProbeCheck {
  /** For example `write-outside`. */
  readonly name: string
  /** The attempt, one sentence. */
  readonly description: string
  /** True when it was contained as it must be. */
  readonly passed: boolean
  /** The observation. */
  readonly evidence: string
}

/** A way of containing that was tried and does not contain on this machine. */
export interface FailedRenderer {
  /** Its name. */
  readonly renderer: string
  /** Why, each with its remedy. */
  readonly reasons: readonly string[]
}

/** The proof that a backend contains on this machine, or why it does not. */
export interface ProbeReport {
  /** The name of the backend. */
  readonly backend: string
  /** Which of its ways of containing the report is about, where a backend has several; the strongest that works here. */
  readonly renderer?: string
  /** Stronger ones that were tried before it. */
  readonly failed?: readonly FailedRenderer[]
  /** True when every check passed. */
  readonly contained: boolean
  /** One for each promise; empty where nothing could be tried. */
  readonly checks: readonly ProbeCheck[]
  /** Why it could not even be tried; empty when it could. Each with its remedy. */
  readonly reasons: readonly string[]
  /** Milliseconds that the probe took; 0 when the answer was stored from an earlier one of this boot. */
  readonly milliseconds: number
}

/** An open sandbox: commands run in it until it is closed. */
export interface Sandbox {
  /** What holds for commands in it. */
  readonly status: SandboxStatus
  /**
   * Starts a command. Whatever fails before the command itself starts is a `SandboxError` and nothing was run.
   *
   * @throws SandboxError `SANDBOX_FAILED`
   */
  run(command: SandboxCommand): Promise<ProcessHandle>
  /**
   * Explains the denials of a finished command, as far as they are known, and what it left at protected paths, which
   * has been moved out of the workspace by then.
   */
  explain(finished: FinishedCommand): readonly SandboxDenial[]
  /** Ends running commands and removes the sandbox's files on the host. A second call does nothing. */
  close(): Promise<void>
}

/** The facts about views of a workspace that a backend provides. */
export interface WorkspaceViews {
  /** To whom, on the host, the files belong that a command makes in this workspace. */
  owner(workspace: string): { readonly uid: number; readonly gid: number }
  /** Absent where the backend mounts no overlays: it is given copies. */
  readonly overlay?: {
    /**
     * Which of these folders, in the upper layer of an overlay, let nothing of the folder below show through. Paths are
     * absolute, as bytes.
     */
    opaqueFolders(folders: readonly Uint8Array[]): Promise<readonly boolean[]>
  }
}

/** A way of containing commands. */
export interface SandboxBackend {
  /** Its name in the configuration, such as `unshare`. */
  readonly name: string
  /** Proves on this machine that the backend contains; `fresh` ignores an answer stored for this boot. */
  probe(options?: { readonly fresh?: boolean }): Promise<ProbeReport>
  /** The status of a sandbox with this policy, without opening one. */
  status(policy: SandboxPolicy): Promise<SandboxStatus>
  /** Absent where the backend gives no view of a workspace (`workspaceView`). */
  readonly views?: WorkspaceViews
  /**
   * @throws SandboxError `SANDBOX_UNAVAILABLE` with the reasons, when it cannot contain here
   * @throws SandboxError `SANDBOX_POLICY` when the policy cannot be kept, for example a workspace that is missing
   */
  open(policy: SandboxPolicy): Promise<Sandbox>
  /**
   * Builds sandboxes ahead of the commands, where the backend supports that and is configured to; settles when they are
   * ready.
   *
   * @throws as `open`
   */
  warm?(policy: SandboxPolicy): Promise<void>
  /** Closes sandboxes that were built ahead. Open ones stay open. A second call does nothing. */
  close?(): Promise<void>
}
