import { lstatSync } from 'node:fs'
import type { Quarantined } from './quarantine.ts'
import { RepositoryWatch } from './repository-watch.ts'
import { relativeTo, sweepPaths, watchPaths } from './watched-paths.ts'

export interface WorkspaceGuardOptions {
  readonly workspace: string
  /** Relative to the workspace. */
  readonly protectedPaths: readonly string[]
  /** Absolute. One that does not exist yet must not come to be either. */
  readonly hiddenPaths: readonly string[]
  /** Where what is found goes. */
  readonly quarantine: string
  /** False where commands run without mounts that keep protected paths read-only: those are put back then. */
  readonly mounted?: boolean
}

/** What a sweep found and did. */
export interface SweepReport {
  readonly quarantined: readonly Quarantined[]
  /** False when the workspace has too many folders to be searched for new repositories. */
  readonly complete: boolean
}

/** Guards one run: `sweep` looks, after everything of it has ended, for what could not be prevented. */
export interface RunGuard {
  sweep(): Promise<SweepReport>
}

/** Guards a workspace from run to run. */
export interface WorkspaceGuard {
  begin(): Promise<RunGuard>
}

/** Clocks of file systems advance in ticks. */
const tick = 20

/**
 * Keeps those protected paths protected that no mount can: what does not exist yet, links, and the git internals of
 * repositories below the workspace, new ones too. It leaves no placeholders: it looks afterwards, moves away what
 * appeared, puts back what was changed, and says so.
 */
export function createWorkspaceGuard(options: WorkspaceGuardOptions): WorkspaceGuard {
  const { workspace } = options
  const guardsGit = options.protectedPaths.some((path) => path.startsWith('.git/'))
  const repositories = new RepositoryWatch(workspace, options.quarantine)
  let learnt: Promise<void> | null = null
  return {
    async begin() {
      if (guardsGit) await (learnt ??= repositories.learn())
      const since = Date.now() - tick
      // A repository that the command makes is judged by what is in it: an empty one is fine.
      const hasRepository = lstatSync(`${workspace}/.git`, { throwIfNoEntry: false }) !== undefined
      const own = options.protectedPaths.filter((path) => hasRepository || !path.startsWith('.git/'))
      const watched = watchPaths(workspace, [...own, ...relativeTo(workspace, options.hiddenPaths)])
      return {
        async sweep() {
          const swept = sweepPaths(workspace, watched, options.quarantine)
          if (!guardsGit) return { quarantined: swept, complete: true }
          const { quarantined, complete } = await repositories.sweep(since)
          return { quarantined: [...swept, ...quarantined], complete }
        },
      }
    },
  }
}
