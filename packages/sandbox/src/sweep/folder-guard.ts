import { lstatSync } from 'node:fs'
import { isWithin } from '../paths/path-relations.ts'
import { keepTree, type KeptTree } from './kept-tree.ts'
import type { Quarantined } from './quarantine.ts'
import { type LearntFolder, RepositoryWatch } from './repository-watch.ts'
import { restoreTree } from './restore-tree.ts'
import { StandingPaths } from './standing-paths.ts'
import { openLedger, type SweepRecord } from './sweep-ledger.ts'
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

/** What was there before a command. */
interface Noted {
  /** The earliest that was at work already. */
  readonly first: SweepRecord | null
  readonly hasRepository: boolean
  readonly own: readonly string[]
  readonly watched: readonly WatchedPath[]
  /** What is to be put back. */
  readonly before: KeptTree | null
  readonly stood: ReturnType<StandingPaths['note']> | null
}

/** What a command at work may have changed is kept as it was before that one. */
function mergeKept(kept: KeptTree | null, first: SweepRecord | null): KeptTree | null {
  if (first?.kept == null) return kept
  const theirs = first.kept
  if (kept === null) return theirs
  const isTheirs = (path: string): boolean => first.protectedPaths.some((one) => isWithin(`/${path}`, `/${one}`))
  const mine = <T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
    [...map].filter(([path]) => !isTheirs(path))
  return {
    passages: new Map([...mine(kept.passages), ...theirs.passages]),
    entries: new Map([...mine(kept.entries), ...theirs.entries]),
    tops: [...kept.tops.filter((path) => !isTheirs(path)), ...theirs.tops],
  }
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
  const others = (): readonly SweepRecord[] => ledger?.running(root) ?? []
  /** What others have learnt before their commands began. */
  const learntByOthers = (): readonly LearntFolder[] =>
    others().flatMap((one) => (one.repositories === null ? [] : [{ root: one.root, known: one.repositories.known }]))

  const hidden = relativeTo(root, options.hiddenPaths)

  /** @param first a command that is at work here since earlier: what was there before it is what counts */
  const note = (first: SweepRecord | null): Noted => {
    // A repository that a command makes is judged by what is in it: an empty one is fine.
    const hasRepository =
      first?.hasRepository !== false && lstatSync(`${root}/.git`, { throwIfNoEntry: false }) !== undefined
    const own = options.protectedPaths.filter((path) => hasRepository || !path.startsWith('.git/'))
    const missing = new Set(first?.watched.map(({ path }) => path))
    const there = own.filter((path) => !missing.has(path))
    const unseen = new Set<string>()
    const looked = watchPaths(
      root,
      missing.size === 0 ? [...own, ...hidden] : [...own, ...hidden].filter((path) => !missing.has(path)),
      unseen,
    )
    const watched = first === null ? looked : [...first.watched, ...looked]
    if (options.mounted === false && running.size === 0) kept = keepTree(root, there, kept)
    const before = mergeKept(options.mounted === false ? kept : null, first)
    // What is missing, or a link, is watched.
    const isWatched = new Set(looked.map(({ path }) => path))
    const stand = there.filter((path) => !isWatched.has(path) || unseen.has(path))
    const stood = options.mounted === false ? null : standing.note(stand)
    return { first, hasRepository, own, watched, before, stood }
  }

  /** What another writes down after this was noted had not begun then. */
  const noteWithOthers = (): Noted => {
    const firstHere = (): SweepRecord | null => others().find((one) => one.root === root) ?? null
    const noted = note(firstHere())
    if (noted.first !== null) return noted
    const first = firstHere()
    return first === null ? noted : note(first)
  }

  const record = ({ own, hasRepository, watched, before }: Noted, since: number): (() => void) => {
    if (ledger === null) return () => {}
    const git = guardsGit ? { known: new Map(repositories.known), maximumFolders: searched } : null
    return ledger.record({
      root,
      since,
      protectedPaths: own,
      hasRepository,
      watched,
      kept: before,
      repositories: git,
    })
  }
  return {
    root,
    close: () => ledger?.close(),
    async begin() {
      if (guardsGit) await (learnt ??= repositories.learn(learntByOthers))
      const run: Beginning = { clock: Date.now(), elapsed: performance.now() }
      const noted = noteWithOthers()
      const { watched, before, stood } = noted
      const sinceFirst = noted.first?.since ?? Number.POSITIVE_INFINITY
      const remove = record(noted, Math.min(run.clock - behind, sinceFirst))
      running.add(run)
      const forget = (): void => {
        running.delete(run)
        remove()
      }
      const look = async (): ReturnType<FolderRunGuard['sweep']> => {
        // What another one that still runs has made is no person's.
        const since = Math.min(sinceFirst, Math.min(...[...running].map(beganAt)) - behind)
        running.delete(run)
        const restored = before === null ? [] : restoreTree(root, before, options.quarantine)
        const swept = sweepPaths(root, watched, options.quarantine)
        const found = [...restored, ...(stood?.sweep() ?? []), ...swept]
        if (!guardsGit) return { quarantined: found, complete: true }
        const { quarantined, complete } = await repositories.sweep(
          since,
          () => running.size === 0 && others().length === 0,
        )
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
