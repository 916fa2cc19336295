import type { Quarantined, WorkspaceGuard } from '@poundlock/workspace-guard'
import type { SandboxPolicy } from '../policy.ts'
import { watchHidden } from '../protection/watch-hidden.ts'

/** The findings after a run. */
export interface RunFindings {
  readonly quarantined: readonly Quarantined[]
  /** Folders that were too large to be searched for repositories that the command made. */
  readonly unsearched: readonly string[]
  /** Hidden paths that were replaced from outside while the command ran. */
  readonly replaced: readonly string[]
  /** Absolute: what came to be under names that rules deny to read. */
  readonly appeared?: readonly string[]
}

/** Looks at a workspace before one run, and after it. */
export interface RunWatch {
  /** Settles when the workspace is recorded: no command may run before. A failure is reported as the command's. */
  readonly begun: Promise<void>
  /** Aborted when a hidden path was replaced: the command has to end. */
  readonly exposed: AbortSignal
  /** Looks again, after everything of the run has ended. */
  end(): Promise<RunFindings>
}

export interface RunWatchOptions {
  readonly policy: SandboxPolicy
  /** `null` where the workspace itself cannot be written. */
  readonly guard: WorkspaceGuard | null
  /** See `SandboxCommand.releases`. */
  readonly releases: readonly string[] | undefined
}

export function watchRun({ policy, guard, releases }: RunWatchOptions): RunWatch {
  const exposed = new AbortController()
  // In a view of the workspace, covered paths lie elsewhere.
  const isView = policy.workspaceView !== undefined
  const hidden = isView ? null : watchHidden({ policy, onReplaced: () => exposed.abort() })
  const guarded = Promise.resolve(guard?.begin(releases))
  const begun = guarded.then(() => {})
  // A command that fails to start need not wait for it.
  begun.catch(() => {})
  return {
    begun,
    exposed: exposed.signal,
    async end() {
      hidden?.close()
      const swept = await (await guarded.catch(() => undefined))?.sweep()
      return {
        quarantined: swept?.quarantined ?? [],
        unsearched: swept?.unsearched ?? [],
        replaced: hidden?.replaced() ?? [],
        appeared: swept?.appeared ?? [],
      }
    },
  }
}
