import { lstatSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import type { DeniedNames } from '../denied/denied-files.ts'
import { sweepDenied } from '../denied/sweep-denied.ts'
import { SEARCHED_FOLDERS } from '../repositories/find-repositories.ts'
import { type FolderGuard, guardFolder } from './folder-guard.ts'
import type { Quarantined } from './quarantine.ts'

/** The workspace, what is protected or hidden in it, and where what appears there is moved. */
export interface WorkspaceGuardOptions {
  /** Absolute path. */
  readonly workspace: string
  /** Other paths that commands may write to. Protected paths are protected below each folder among them. */
  readonly writePaths?: readonly string[]
  /** Relative to the workspace. */
  readonly protectedPaths: readonly string[]
  /** Absolute. A missing one must not be made either. */
  readonly hiddenPaths: readonly string[]
  /** The folder of quarantined entries. */
  readonly quarantine: string
  /** False where commands run without mounts that keep protected paths read-only: those are put back then. */
  readonly mounted?: boolean
  /**
   * A folder of Poundlock's own that records, before each run, the checks that are due after it, so that the next start
   * can make them when this one is killed (`sweepAbandoned`). Without it, no such checks are made.
   */
  readonly ledger?: string
  /**
   * A folder of Poundlock's own that keeps the history of repositories before each run, so that lost history can be
   * restored. Without it, none is kept.
   */
  readonly histories?: string
  /** The matches of denied patterns: new files with such names are looked for. */
  readonly denied?: DeniedNames | null
}

/** The findings and actions of a sweep. */
export interface SweepReport {
  /** What was moved away. */
  readonly quarantined: readonly Quarantined[]
  /** False when there are too many folders to be searched for new repositories. */
  readonly complete: boolean
  /** Those folders. */
  readonly unsearched: readonly string[]
  /** Absolute: what came to be under names that rules deny to read; a person may have made it, and it could be read. */
  readonly appeared: readonly string[]
}

/** Guards one run: `sweep` looks, after all its processes have ended, for changes that could not be prevented. */
export interface RunGuard {
  /** Looks at the workspace after the run, and moves away what appeared at protected paths. */
  sweep(): Promise<SweepReport>
}

/** Guards a workspace from run to run. */
export interface WorkspaceGuard {
  /**
   * Notes the workspace before a run.
   *
   * @param released absolute paths that a person let this run remove: lost history there is kept aside, and not
   * restored
   */
  begin(released?: readonly string[]): Promise<RunGuard>
  /** Closes the ledger, when no further run begins. */
  close(): void
}

/** Caches can be large, and are searched at every run. */
const SEARCHED_FOLDERS_OF_WRITE_PATHS = 5000

/**
 * Protects paths that no mount can protect: missing paths, links, and the git internals of repositories below the
 * workspace, also new ones. It leaves no placeholders: it checks after the run, moves new entries away, restores
 * changed ones, and reports both.
 */
export function createWorkspaceGuard(options: WorkspaceGuardOptions): WorkspaceGuard {
  const { workspace } = options
  const shared = { ...options, writable: [workspace, ...(options.writePaths ?? [])] }
  const { denied = null, ...plain } = shared
  const own = guardFolder(workspace, shared, SEARCHED_FOLDERS)
  const others = (options.writePaths ?? [])
    // Nothing lies below a file.
    .filter((path) => path !== workspace && lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    // Paths in the workspace are searched with it.
    .map((path) => guardFolder(path, plain, isWithin(path, workspace) ? 0 : SEARCHED_FOLDERS_OF_WRITE_PATHS))
  const guards: readonly FolderGuard[] = [own, ...others]
  return {
    close() {
      for (const guard of guards) guard.close()
    },
    async begin(released) {
      const begun = await Promise.allSettled(guards.map(async (guard) => ({ guard, run: await guard.begin(released) })))
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
          // First: the ledger keeps the due checks until the folders have been checked.
          const made = denied === null ? null : sweepDenied(denied, options.quarantine)
          quarantined.push(...(made?.quarantined ?? []))
          if (made?.complete === false) unsearched.push(workspace)
          for (const { guard, run } of runs) {
            const swept = await run.sweep()
            const root = guard.root === workspace ? {} : { root: guard.root }
            quarantined.push(...swept.quarantined.map((found) => ({ ...found, ...root })))
            if (!swept.complete && !unsearched.includes(guard.root)) unsearched.push(guard.root)
          }
          return { quarantined, complete: unsearched.length === 0, unsearched, appeared: made?.appeared ?? [] }
        },
      }
    },
  }
}
