import { lstatSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import type { DeniedNames } from '../denied/denied-files.ts'
import { HistoryWatch, type KeptRepositories } from '../history/history-watch.ts'
import { keepTree, type KeptTree } from './kept-tree.ts'
import { readSkippedAhead } from './links-in-skipped.ts'
import type { OutwardLinksOptions } from './outward-links.ts'
import { type KnownPlants, notePlants, sweepEditors, sweepOutwardLinks } from './plants.ts'
import type { Quarantined } from './quarantine.ts'
import { type LearntFolder, RepositoryWatch } from './repository-watch.ts'
import { restoreTree } from './restore-tree.ts'
import { StandingPaths } from './standing-paths.ts'
import { openLedger, type SweepLedger, type SweepRecord } from './sweep-ledger.ts'
import { relativeTo, sweepPaths, type WatchedPath, watchPaths } from './watched-paths.ts'

export interface FolderGuardOptions {
  /** Relative to the folder. */
  readonly protectedPaths: readonly string[]
  /** Absolute. */
  readonly hiddenPaths: readonly string[]
  readonly quarantine: string
  readonly mounted?: boolean
  readonly ledger?: string
  readonly histories?: string
  readonly denied?: DeniedNames | null
  /** All folders that commands may write to. */
  readonly writable?: readonly string[]
}

/** Guards one folder that commands may write to. */
export interface FolderGuard {
  readonly root: string
  /** @param released paths that a person let this run remove */
  begin(released?: readonly string[]): Promise<FolderRunGuard>
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
const BEHIND = 1000

/** The beginning of a run: by the clock, which may be set meanwhile, and by a monotonic one. */
interface Beginning {
  readonly clock: number
  readonly elapsed: number
}

/** The earlier of two readings: the clock's at that time, and the one computed from the present clock. */
function beganAt({ clock, elapsed }: Beginning): number {
  return Math.min(clock, Date.now() - (performance.now() - elapsed))
}

/** The state before a command. */
interface Noted {
  /** The earliest that was at work already. */
  readonly first: SweepRecord | null
  readonly hasRepository: boolean
  readonly own: readonly string[]
  readonly watched: readonly WatchedPath[]
  /** The entries to restore. */
  readonly before: KeptTree | null
  readonly stood: ReturnType<StandingPaths['note']> | null
  readonly histories: KeptRepositories | null
  readonly plants: KnownPlants | null
}

/** Entries that a running command may have changed are kept as they were before that command. */
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
  return new GuardedFolder(root, options, searched)
}

class GuardedFolder implements FolderGuard {
  readonly root: string
  readonly #options: FolderGuardOptions
  readonly #searched: number
  readonly #guardsGit: boolean
  readonly #repositories: RepositoryWatch
  readonly #history: HistoryWatch | null
  readonly #standing: StandingPaths
  readonly #ledger: SweepLedger | null
  readonly #links: OutwardLinksOptions
  #learnt: Promise<void> | null = null
  #stopReading: (() => void) | null = null
  /** Concurrent runs share the state before the first: a change by one must not be kept for the other. */
  readonly #running = new Set<Beginning>()
  #kept: KeptTree | null = null

  constructor(root: string, options: FolderGuardOptions, searched: number) {
    const { histories, quarantine, ledger, protectedPaths, writable = [root] } = options
    this.root = root
    this.#options = options
    this.#searched = searched
    this.#guardsGit = searched > 0 && protectedPaths.some((path) => path.startsWith('.git/'))
    this.#repositories = new RepositoryWatch(root, quarantine, searched)
    this.#history =
      this.#guardsGit && histories !== undefined ? new HistoryWatch({ root, quarantine, histories }) : null
    this.#standing = new StandingPaths(root, quarantine)
    this.#ledger = ledger === undefined ? null : openLedger(ledger)
    this.#links = { root, quarantine, protectedPaths, writable }
  }

  close(): void {
    this.#ledger?.close()
  }

  async begin(released: readonly string[] = []): Promise<FolderRunGuard> {
    if (this.#guardsGit) await (this.#learnt ??= this.#repositories.learn(() => this.#learntByOthers()))
    const run: Beginning = { clock: Date.now(), elapsed: performance.now() }
    const noted = this.#noteWithOthers()
    const remove = this.#record(noted, Math.min(run.clock - BEHIND, sinceFirst(noted)))
    this.#running.add(run)
    // The first sweep keeps what it reads for all later ones.
    if (noted.plants !== null) this.#stopReading ??= readSkippedAhead(this.#repositories.found.skipped)
    return {
      forget: () => {
        this.#stopReading?.()
        this.#running.delete(run)
        remove()
      },
      sweep: async () => {
        this.#stopReading?.()
        // What another one that still runs has made is no person's.
        const since = Math.min(sinceFirst(noted), Math.min(...[...this.#running].map(beganAt)) - BEHIND)
        this.#running.delete(run)
        const found = this.#sweepPaths(noted)
        const swept = this.#guardsGit
          ? await this.#sweepRepositories(noted, since, released)
          : { quarantined: [], complete: true }
        // Only after a complete check: after a failure, the next start checks.
        remove()
        return { quarantined: [...found, ...swept.quarantined], complete: swept.complete }
      },
    }
  }

  #others(): readonly SweepRecord[] {
    return this.#ledger?.running(this.root) ?? []
  }

  /** Folders that other processes have learnt before their commands began. */
  #learntByOthers(): readonly LearntFolder[] {
    return this.#others().flatMap(({ root, repositories }) =>
      repositories === null ? [] : [{ root, known: repositories.known }],
    )
  }

  /** What another writes down after this was noted had not begun then. */
  #noteWithOthers(): Noted {
    const firstHere = (): SweepRecord | null => this.#others().find((one) => one.root === this.root) ?? null
    const noted = this.#note(firstHere())
    if (noted.first !== null) return noted
    const first = firstHere()
    return first === null ? noted : this.#note(first)
  }

  /** @param first a command that has been running here: the state before it counts */
  #note(first: SweepRecord | null): Noted {
    const { root } = this
    const { protectedPaths, hiddenPaths, mounted = true } = this.#options
    // A repository that a command makes is checked by its content: an empty one is fine.
    const hasRepository =
      first?.hasRepository !== false && lstatSync(`${root}/.git`, { throwIfNoEntry: false }) !== undefined
    const own = protectedPaths.filter((path) => hasRepository || !path.startsWith('.git/'))
    const missing = new Set(first?.watched.map(({ path }) => path))
    const there = own.filter((path) => !missing.has(path))
    const unseen = new Set<string>()
    const all = [...own, ...relativeTo(root, hiddenPaths)]
    const looked = watchPaths(root, missing.size === 0 ? all : all.filter((path) => !missing.has(path)), unseen)
    if (!mounted && this.#running.size === 0) this.#kept = keepTree(root, there, this.#kept)
    // A missing path or a link is watched.
    const isWatched = new Set(looked.map(({ path }) => path))
    const stand = there.filter((path) => !isWatched.has(path) || unseen.has(path))
    const { found } = this.#repositories
    return {
      first,
      hasRepository,
      own,
      watched: first === null ? looked : [...first.watched, ...looked],
      before: mergeKept(mounted ? null : this.#kept, first),
      stood: mounted ? this.#standing.note(stand) : null,
      histories: this.#history?.keep(found, first === null && this.#running.size === 0) ?? null,
      plants: this.#guardsGit ? notePlants(found.links, this.#links) : null,
    }
  }

  /** @returns a function that removes the record */
  #record({ own, hasRepository, watched, before, histories, plants }: Noted, since: number): () => void {
    if (this.#ledger === null) return () => {}
    const { known } = this.#repositories
    return this.#ledger.record({
      root: this.root,
      since,
      protectedPaths: own,
      hasRepository,
      watched,
      kept: before,
      repositories: this.#guardsGit ? { known: new Map(known), maximumFolders: this.#searched } : null,
      histories,
      plants,
      denied: this.#options.denied ?? null,
    })
  }

  #sweepPaths({ before, stood, watched, plants }: Noted): readonly Quarantined[] {
    const { quarantine } = this.#options
    const restored = before === null ? [] : restoreTree(this.root, before, quarantine)
    const swept = sweepPaths(this.root, watched, quarantine)
    const editors = plants === null ? [] : sweepEditors(this.root, plants, quarantine)
    return [...restored, ...(stood?.sweep() ?? []), ...swept, ...editors]
  }

  async #sweepRepositories(
    noted: Noted,
    since: number,
    released: readonly string[],
  ): ReturnType<FolderRunGuard['sweep']> {
    const found: Quarantined[] = []
    let foundRepositories = await this.#repositories.find(since)
    if (this.#history !== null && noted.histories !== null) {
      const lost = this.#history.check(noted.histories, foundRepositories.folders, since, released)
      found.push(...lost.found)
      this.#history.noteMade(noted.histories, foundRepositories.folders)
      for (const folder of lost.restored) this.#repositories.adopt(folder)
      if (lost.found.length > 0) foundRepositories = await this.#repositories.find(since)
    }
    if (noted.plants !== null) found.push(...sweepOutwardLinks(foundRepositories, noted.plants, since, this.#links))
    const isAlone = (): boolean => this.#running.size === 0 && this.#others().length === 0
    const { quarantined, complete } = await this.#repositories.sweep(since, isAlone, foundRepositories)
    return { quarantined: [...found, ...quarantined], complete }
  }
}

const sinceFirst = ({ first }: Noted): number => first?.since ?? Number.POSITIVE_INFINITY
