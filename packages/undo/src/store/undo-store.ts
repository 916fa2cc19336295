import { createHash } from 'node:crypto'
import { closeSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, isGone, makeOwnFolder, replaceOwnFile, withLock } from '@poundlock/state-files/node'
import { type BytePath, FolderTree, isBelow, pathOfText } from '@poundlock/try'
import { isSameEntry, type UnkeptReason, type WorkspaceEntry } from '../entry.ts'
import { runsPrograms } from '../runs-programs.ts'
import { UndoError } from '../undo-error.ts'
import { type RunScope, walk } from '../walk.ts'
import { ContentStore } from './content-store.ts'
import type { EntryRow } from './entry-lines.ts'
import { keepContent, openIn } from './keep-contents.ts'
import { KeptIndex } from './kept-index.ts'
import { isPruneDue, NEARLY_FULL, pruneStore } from './prune-store.ts'
import { RunFiles, type UndoChange, type UndoRun } from './run-files.ts'
import { SecondNames } from './second-names.ts'
import { noteUsedBytes, sizeOf, usedBytes } from './used-bytes.ts'

/** Where states of a workspace are kept, how much and for how long. */
export interface UndoStoreOptions {
  /** Poundlock's own folder for the stores of all workspaces, which no contained command reaches. */
  readonly folder: string
  /** Absolute, without links. */
  readonly workspace: string
  /** Bytes of all kept contents of this workspace. */
  readonly maxBytes: number
  /** Milliseconds after which a run is forgotten. */
  readonly maxAgeMs: number
  /** Names of folders whose content is not kept. */
  readonly ignore: readonly string[]
  /** Absolute paths whose content is not kept. */
  readonly excluded: readonly string[]
  /** Relative to the workspace: paths that programs obey. */
  readonly protectedPaths: readonly string[]
  /** Whether something cannot be kept is a reason to refuse a run. Default: false. */
  readonly required?: boolean
  /** Whether a run whose process is gone still goes on, in the background. */
  readonly isRunning?: (run: string) => boolean
}

/** A run before it begins. */
export type NewRun = Pick<UndoRun, 'id' | 'tool' | 'title' | 'agent' | 'session' | 'scope' | 'undoes'> & {
  /** Paths in the scope that it deletes, with all below them. Default: none that are known. */
  readonly deletes?: readonly BytePath[]
  /** Paths of which all must be kept, with all below them; `null` where they may lead elsewhere. Default: none. */
  readonly mustKeep?: RunScope
}

/** Something whose content is not kept. */
export interface UnkeptPath {
  /** Relative to the workspace, as bytes. */
  readonly path: BytePath
  /** Why, for programs. */
  readonly reason: UnkeptReason
}

/** So many bytes of the disk are left to others. */
const LEFT_ON_DISK = 256 * 1024 ** 2
const LOCK_MS = 60_000
/** For so few it is faster to keep them anew than to read what is kept of the whole workspace. */
const FEW_ENTRIES = 500

/** What runs changed in one workspace, and what stood there before. Its methods take the lock of the store. */
export class UndoStore {
  /** Absolute path of the store. */
  readonly folder: string
  /** What each run changed. */
  readonly runs: RunFiles
  /** Contents by their hash. */
  readonly contents: ContentStore
  /** Hard links of files that are kept. */
  readonly secondNames: SecondNames
  /** What it was opened with. */
  readonly options: UndoStoreOptions
  #isFull = false

  constructor(options: UndoStoreOptions) {
    this.options = options
    const name = createHash('sha256').update(options.workspace).digest('hex').slice(0, 24)
    this.folder = join(options.folder, name)
    this.runs = new RunFiles(join(this.folder, 'runs'))
    this.contents = new ContentStore(join(this.folder, 'contents'))
    this.secondNames = new SecondNames(join(this.folder, 'names'))
  }

  /**
   * Keeps what a run may change, before it begins: of the whole workspace only what is not kept yet.
   *
   * @returns what of it cannot be kept
   * @throws UndoError `UNDO_NOT_KEPT` where it must be kept, or the workspace is too large
   */
  begin(run: NewRun): Promise<readonly UnkeptPath[]> {
    return this.locked(() => this.beginLocked(run).unkept)
  }

  /**
   * Finds out what a run changed, after its end. A run that changed nothing is forgotten.
   *
   * @returns what it changed
   */
  end(id: string): Promise<readonly UndoChange[]> {
    return this.locked(() => {
      const run = this.runs.findOpen(id)
      if (run === null) return []
      const changes = this.endLocked(run)
      if (this.#isFull || isPruneDue(this.folder)) pruneStore(this)
      return changes
    })
  }

  /** Whether all of some paths can be kept, as far as that shows without reading them. */
  canKeep(paths: readonly BytePath[]): boolean {
    let room = this.options.maxBytes - usedBytes(this)
    try {
      for (const { unkept, size } of this.#walk(paths).values()) {
        if (unkept !== undefined) return false
        room -= size
      }
    } catch (error) {
      // Also what the system refuses to look at, such as a name that is too long.
      if (UndoError.isInstance(error) || (error as NodeJS.ErrnoException).syscall !== undefined) return false
      throw error
    }
    return room >= 0
  }

  /** A run goes on without the process that began it. */
  detach(id: string): Promise<void> {
    return this.locked(() => {
      const run = this.runs.findOpen(id)
      if (run !== null) this.runs.saveOpen({ ...run, holder: null })
    })
  }

  /** The runs that changed something, the oldest first. Those of killed processes are ended before. */
  list(): Promise<readonly UndoRun[]> {
    return this.locked(() => {
      this.settle()
      return this.runs.ended()
    })
  }

  /** Runs an action that no other process interrupts. */
  locked<Result>(action: () => Result): Promise<Result> {
    makeOwnFolder(this.folder)
    return withLock(this.folder, LOCK_MS, () => {
      try {
        return action()
      } finally {
        this.contents.close()
      }
    })
  }

  /** As `begin`, under the lock. */
  beginLocked({ deletes = [], mustKeep = [], ...run }: NewRun): {
    readonly unkept: readonly UnkeptPath[]
    readonly entries: ReadonlyMap<BytePath, WorkspaceEntry>
  } {
    this.settle()
    const used = usedBytes(this)
    const open = this.runs.open()
    const whole = run.scope === null ? this.#index() : null
    const seen = this.#walk(run.scope, whole?.entries)
    const index = seen.size > FEW_ENTRIES ? (whole ?? this.#index()) : whole
    const { rows, unkept } = this.#differences(run, seen, index?.entries ?? new Map(), open.length === 0, used)
    const missing = unkept.filter(
      ({ path, reason }) =>
        (this.options.required === true && reason !== 'ignored') || mustKeep?.some((outer) => isBelow(path, outer)),
    )
    if (missing.length > 0 || mustKeep === null) throw notKept(missing)
    replaceOwnFile(join(this.folder, 'workspace'), this.options.workspace, { durable: false })
    this.runs.makeFolders()
    if (run.scope !== null) this.runs.appendLog(run.id, seen)
    else if (index !== null) {
      for (const other of open.filter(({ scope }) => scope === null)) {
        this.runs.appendLog(
          other.id,
          rows.map(([path]) => [path, index.entries.get(path) ?? null]),
        )
      }
      index.update(rows)
    }
    this.runs.saveOpen({ ...run, startedAt: Date.now(), holder: describeHolder() })
    const { written } = this.contents
    const usedNow = used + sizeOf(join(this.folder, 'contents'), written)
    // Of a run that is there, so that after a kill they are not left behind.
    if (deletes.length > 0) this.#giveSecondNames(run.id, deletes, seen, usedNow)
    if (written.length > 0 || deletes.length > 0) noteUsedBytes(this.folder, usedNow)
    return { unkept, entries: seen }
  }

  /** As `end`, under the lock. */
  endLocked(run: UndoRun, more: Partial<UndoRun> = {}): readonly UndoChange[] {
    const used = this.secondNames.has(run.id) ? usedBytes(this) : null
    const { held, alive } = this.secondNames.settle(run.id)
    if (used !== null) noteUsedBytes(this.folder, used + held)
    const index: ReadonlyMap<BytePath, WorkspaceEntry> = run.scope === null ? this.#index().entries : new Map()
    const now = this.#walk(run.scope, index)
    const log = this.runs.log(run.id)
    const changes: UndoChange[] = []
    const compare = (path: BytePath, before: WorkspaceEntry) => {
      const after = now.get(path) ?? null
      if (before === after) return
      if (!this.#isUnchanged(path, before, after, alive)) changes.push({ path, before, after })
    }
    for (const [path, before] of index) if (!log.has(path)) compare(path, before)
    for (const [path, before] of log) if (before !== null) compare(path, before)
    for (const [path, after] of now) {
      const wasThere = log.has(path) ? log.get(path) !== null : index.has(path)
      if (!wasThere) changes.push({ path, before: null, after })
    }
    if (changes.length === 0) {
      this.runs.removeOpen(run.id)
      return []
    }
    changes.sort((one, other) => (one.path < other.path ? -1 : 1))
    const ended = { ...run, endedAt: Date.now(), changed: changes.length, ...(held > 0 && { held }), ...more }
    this.runs.saveEnded(ended, changes)
    return changes
  }

  /** Ends the runs of killed processes. */
  settle(): void {
    for (const run of this.runs.open()) {
      const holds = run.holder !== null && !isGone(run.holder)
      if (!holds && this.options.isRunning?.(run.id) !== true) this.endLocked(run, { interrupted: true })
    }
  }

  #giveSecondNames(
    run: string,
    deletes: readonly BytePath[],
    seen: ReadonlyMap<BytePath, WorkspaceEntry>,
    used: number,
  ): void {
    const tree = new FolderTree(this.options.workspace)
    try {
      const deleted = [...seen].filter(([path]) => deletes.some((outer) => isBelow(path, outer)))
      const room = NEARLY_FULL * this.options.maxBytes - used
      this.secondNames.make(run, tree, deleted, room)
    } finally {
      tree.close()
    }
  }

  /** Keeps the contents that the index does not have, and lists where it differs from what was seen. */
  #differences(
    { id, scope }: NewRun,
    seen: Map<BytePath, WorkspaceEntry>,
    kept: ReadonlyMap<BytePath, WorkspaceEntry>,
    isAlone: boolean,
    used: number,
  ): { readonly rows: readonly EntryRow[]; readonly unkept: readonly UnkeptPath[] } {
    const rows: EntryRow[] = []
    const unkept: UnkeptPath[] = []
    const keeper = this.#keeper(id, used)
    try {
      for (const [path, entry] of seen) {
        const known = kept.get(path) ?? null
        let now = entry
        if (known === entry) continue
        if (known !== null && isUnchanged(known, entry)) now = known
        else {
          if (entry.kind === 'file') {
            const guarded = !isAlone && runsPrograms(path, this.options.protectedPaths)
            now = guarded ? { ...entry, unkept: 'guarded' } : keeper.keep(path, entry)
          }
          rows.push([path, now])
        }
        if (now.unkept !== undefined) unkept.push({ path, reason: now.unkept })
        seen.set(path, now)
      }
    } finally {
      keeper.close()
    }
    if (scope === null) for (const path of kept.keys()) if (!seen.has(path)) rows.push([path, null])
    return { rows, unkept }
  }

  /** Begins a pack with the first content. */
  #keeper(id: string, used: number) {
    const tree = new FolderTree(this.options.workspace)
    const context = { tree, contents: this.contents, prefix: `${pathOfText(this.options.workspace)}/` }
    let room: number | null = null
    return {
      keep: (path: BytePath, entry: WorkspaceEntry): WorkspaceEntry => {
        if (room === null) {
          this.contents.begin(id)
          const { bavail, bsize } = statfsSync(this.folder)
          this.#isFull = used > NEARLY_FULL * this.options.maxBytes
          room = Math.min(this.options.maxBytes - used, bavail * bsize - LEFT_ON_DISK)
        }
        const kept = keepContent(context, path, entry, room)
        if (kept.kept !== undefined) room -= kept.size
        return kept
      },
      close: () => tree.close(),
    }
  }

  #isUnchanged(
    path: BytePath,
    before: WorkspaceEntry,
    after: WorkspaceEntry | null,
    alive: ReadonlySet<number>,
  ): boolean {
    if (!isSameEntry(before, after)) {
      // A second name changed its `ctime`.
      if (after === null || !alive.has(after.ino) || before.kept === undefined) return false
      return isSameEntry({ ...before, ctimeMs: 0 }, { ...after, ctimeMs: 0 }) && this.hasContent(path, before.kept)
    }
    return before.recent !== true || before.kept === undefined || this.hasContent(path, before.kept)
  }

  /** Whether a file of the workspace has a kept content now. */
  hasContent(path: BytePath, kept: string): boolean {
    const tree = new FolderTree(this.options.workspace)
    const file = openIn(tree, path)
    try {
      return typeof file === 'number' && this.contents.equals(kept, file)
    } finally {
      if (typeof file === 'number') closeSync(file)
      tree.close()
    }
  }

  #index(): KeptIndex {
    return new KeptIndex(join(this.folder, 'index'))
  }

  #walk(scope: RunScope, known: ReadonlyMap<BytePath, WorkspaceEntry> = new Map()): Map<BytePath, WorkspaceEntry> {
    const { workspace: root, ignore, folder, excluded } = this.options
    return walk({ root, scope, ignored: new Set(ignore), excluded: [...excluded, folder], known })
  }
}

/** Whether an entry is as it was kept. What could not be kept is tried again. */
function isUnchanged(known: WorkspaceEntry, now: WorkspaceEntry): boolean {
  if (known.recent === true || !isSameEntry(known, now)) return false
  return now.kind === 'file' ? known.kept !== undefined : known.unkept === now.unkept
}

function notKept(unkept: readonly UnkeptPath[]): UndoError {
  const named = unkept.slice(0, 5).map(({ path, reason }) => `${path} (${reason})`)
  const which = named.length === 0 ? 'a link leads elsewhere by now' : named.join(', ')
  return new UndoError(`Not all that must be kept can be kept: ${which}.`, {
    code: 'UNDO_NOT_KEPT',
    remedy: 'Make room (undo.maxBytes, the disk of the state folder), or name folders in undo.ignore.',
    details: { count: unkept.length },
  })
}
