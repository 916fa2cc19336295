import { isWithin } from '../paths/path-relations.ts'
import { searchedFolders } from '../repositories/find-repositories.ts'
import { type FolderGuard, guardFolder } from './folder-guard.ts'
import type { Quarantined } from './quarantine.ts'

export interface WorkspaceGuardOptions {
  readonly workspace: string
  /** Other folders that commands may write to. Protected paths are protected below each. */
  readonly writePaths?: readonly string[]
  /** Relative to the workspace. */
  readonly protectedPaths: readonly string[]
  /** Absolute. One that does not exist yet must not come to be either. */
  readonly hiddenPaths: readonly string[]
  /** Where what is found goes. */
  readonly quarantine: string
  /** False where commands run without mounts that keep protected paths read-only: those are put back then. */
  readonly mounted?: boolean
  /**
   * A folder of Poundlock's own where it is written down before each run what has to be looked for after it, so that the
   * next start can do it when this one is killed (`sweepAbandoned`). Without it, nobody looks then.
   */
  readonly ledger?: string
}

/** What a sweep found and did. */
export interface SweepReport {
  readonly quarantined: readonly Quarantined[]
  /** False when there are too many folders to be searched for new repositories. */
  readonly complete: boolean
  /** Those folders. */
  readonly unsearched: readonly string[]
}

/** Guards one run: `sweep` looks, after everything of it has ended, for what could not be prevented. */
export interface RunGuard {
  sweep(): Promise<SweepReport>
}

/** Guards a workspace from run to run. */
export interface WorkspaceGuard {
  begin(): Promise<RunGuard>
  /** Lets go of what it keeps in the ledger, when no further run begins. */
  close(): void
}

/** Caches can be large, and are searched at every run. */
const searchedFoldersOfWritePaths = 5000

/**
 * Keeps those protected paths protected that no mount can: what does not exist yet, links, and the git internals of
 * repositories below the workspace, new ones too. It leaves no placeholders: it looks afterwards, moves away what
 * appeared, puts back what was changed, and says so.
 */
export function createWorkspaceGuard(options: WorkspaceGuardOptions): WorkspaceGuard {
  const { workspace } = options
  const own = guardFolder(workspace, options, searchedFolders)
  const others = (options.writePaths ?? [])
    .filter((path) => path !== workspace)
    // What lies in the workspace is searched with it.
    .map((path) => guardFolder(path, options, isWithin(path, workspace) ? 0 : searchedFoldersOfWritePaths))
  const guards: readonly FolderGuard[] = [own, ...others]
  return {
    close() {
      for (const guard of guards) guard.close()
    },
    async begin() {
      const begun = await Promise.allSettled(guards.map(async (guard) => ({ guard, run: await guard.begin() })))
      const runs = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      const failure = begun.find((one) => one.status === 'rejected')
      if (failure !== undefined) {
        for (const { run } of runs) run.forget()
        throw failure.reason
      }
      return {
        async sweep() {
          const quarantined: Quarantined[] = []
          const unsearched: string[] = []
          for (const { guard, run } of runs) {
            const swept = await run.sweep()
            const root = guard.root === workspace ? {} : { root: guard.root }
            quarantined.push(...swept.quarantined.map((found) => ({ ...found, ...root })))
            if (!swept.complete) unsearched.push(guard.root)
          }
          return { quarantined, complete: unsearched.length === 0, unsearched }
        },
      }
    },
  }
}
