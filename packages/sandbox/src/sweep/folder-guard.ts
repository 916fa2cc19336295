import { lstatSync } from 'node:fs'
import { keepTree, type KeptTree } from './kept-tree.ts'
import type { Quarantined } from './quarantine.ts'
import { RepositoryWatch } from './repository-watch.ts'
import { restoreTree } from './restore-tree.ts'
import { StandingPaths } from './standing-paths.ts'
import { openLedger } from './sweep-ledger.ts'
import { relativeTo, sweepPaths, type WatchedPath, watchPaths } from './watched-paths.ts'

export interface FolderGuardOptions {
  /** Relative to the folder. */
  readonly protectedPaths: readonly string[]
  /** Absolute. */
  readonly hiddenPaths: readonly string[]
  readonly quarantine: string
  readonly mounted?: boolean
  readonly ledger?: string
}

/** Guards one folder that commands may write to. */
export interface FolderGuard {
  readonly root: string
  begin(): Promise<FolderRunGuard>
  close(): void
}

interface FolderRunGuard {
  /** For a run that never began. */
  forget(): void
  sweep(): Promise<{ readonly quarantined: readonly Quarantined[]; readonly complete: boolean }>
}

/**
 * By how much the times of files may be behind the clock, in milliseconds. They advance with the timer of one
 * processor, and that of a virtual machine may be kept waiting by its host. Too much takes a hook from a person who
 * made it just before a command began, and it can be had back; too little leaves one that the command made.
 */
const behind = 1000

/** When a run began: by the clock, which may be set meanwhile, and by what only advances. */
interface Beginning {
  readonly clock: number
  readonly elapsed: number
}

/** The earlier of what the clock said then, and what it would have said if it had been set to what it is now. */
function beganAt({ clock, elapsed }: Beginning): number {
  return Math.min(clock, Date.now() - (performance.now() - elapsed))
}

/** @param searched how many folders are searched for repositories; 0 for none */
export function guardFolder(root: string, options: FolderGuardOptions, searched: number): FolderGuard {
  const guardsGit = searched > 0 && options.protectedPaths.some((path) => path.startsWith('.git/'))
  const repositories = new RepositoryWatch(root, options.quarantine, searched)
  let learnt: Promise<void> | null = null
  // Runs at the same time share what was there before the first: what one changes is not the other's to keep.
  const running = new Set<Beginning>()
  let kept: KeptTree | null = null
  const standing = new StandingPaths(root, options.quarantine)
  const ledger = options.ledger === undefined ? null : openLedger(options.ledger)
  const record = (watched: readonly WatchedPath[], before: KeptTree | null, since: number): (() => void) => {
    if (ledger === null) return () => {}
    const git = guardsGit ? { known: repositories.known, maximumFolders: searched, since } : null
    return ledger.record({ root, watched, kept: before, repositories: git })
  }
  return {
    root,
    close: () => ledger?.close(),
    async begin() {
      if (guardsGit) await (learnt ??= repositories.learn())
      const run: Beginning = { clock: Date.now(), elapsed: performance.now() }
      // A repository that the command makes is judged by what is in it: an empty one is fine.
      const hasRepository = lstatSync(`${root}/.git`, { throwIfNoEntry: false }) !== undefined
      const own = options.protectedPaths.filter((path) => hasRepository || !path.startsWith('.git/'))
      const watched = watchPaths(root, [...own, ...relativeTo(root, options.hiddenPaths)])
      if (options.mounted === false && running.size === 0) kept = keepTree(root, own, kept)
      const before = options.mounted === false ? kept : null
      const stood = before === null ? standing.note(own) : null
      const remove = record(watched, before, run.clock - behind)
      running.add(run)
      const forget = (): void => {
        running.delete(run)
        remove()
      }
      const look = async (): ReturnType<FolderRunGuard['sweep']> => {
        // What another one that still runs has made is no person's.
        const since = Math.min(...[...running].map(beganAt)) - behind
        running.delete(run)
        const restored = before === null ? [] : restoreTree(root, before, options.quarantine)
        const swept = sweepPaths(root, watched, options.quarantine)
        const found = [...restored, ...(stood?.sweep() ?? []), ...swept]
        if (!guardsGit) return { quarantined: found, complete: true }
        const { quarantined, complete } = await repositories.sweep(since, () => running.size === 0)
        return { quarantined: [...found, ...quarantined], complete }
      }
      return {
        forget,
        async sweep() {
          const found = await look()
          // Not before everything was looked at: what fails is left to the next start.
          remove()
          return found
        },
      }
    },
  }
}
