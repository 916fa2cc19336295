import { randomUUID } from 'node:crypto'
import { lstatSync, unlinkSync } from 'node:fs'
import { type BytePath, FolderTree, isBelow, nameOf, parentOf } from '@poundlock/try'
import type { UndoChange, UndoRun } from '../store/run-files.ts'
import type { UndoStore } from '../store/undo-store.ts'
import { UndoError } from '../undo-error.ts'
import { type LeftPath, planUndo } from './plan-undo.ts'
import { restoreEntries } from './restore-entries.ts'

/** Which runs are undone, and for whom. */
export interface UndoOptions {
  /** The ids of runs. */
  readonly runs: readonly string[]
  /** Only finds out what would be done. */
  readonly dryRun?: boolean
  /** Brings back what has no conflict, where something has. */
  readonly partial?: boolean
  /** Who undoes it, for the list of runs. */
  readonly by: Pick<UndoRun, 'agent' | 'session'>
}

/** How an undo went. */
export interface UndoResult {
  /** `done`: brought back but for `left`; `conflicting`: nothing was changed; `planned`: it was a dry run. */
  readonly outcome: 'done' | 'conflicting' | 'planned'
  /** The id of the undo, by which it can be undone; `null` where nothing was changed. */
  readonly id: string | null
  /** The paths that were brought back, or would be. */
  readonly restored: readonly BytePath[]
  /** The paths that others changed since. */
  readonly conflicts: readonly LeftPath[]
  /** The paths that could not be brought back. */
  readonly left: readonly LeftPath[]
}

/** Paths of one scope; from there on the whole workspace is looked at. */
const MOST_PATHS = 200

/**
 * Brings a workspace back to what it was before some runs. What stands there now is kept first, so that the undo can be
 * undone. An undo that was killed is finished by the same call.
 *
 * @throws UndoError `UNDO_UNKNOWN_RUN`, `UNDO_RUNNING`
 */
export function undoRuns(store: UndoStore, options: UndoOptions): Promise<UndoResult> {
  return store.locked(() => {
    store.settle()
    const runs = options.runs
      .map((id) => runOf(store, id))
      .toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))
    removeUnfinished(store, runs)
    const changes = runs.map(({ id }) => store.runs.changes(id))
    const id = `undo_${randomUUID()}`
    const title = `undo ${runs.map((run) => run.id).join(' ')}`
    const scope = scopeOf(changes)
    const undoes = runs.map((run) => run.id)
    const { entries: now } = store.beginLocked({ id, tool: 'undo', title, ...options.by, scope, undoes })
    const plan = planUndo(changes, {
      now,
      hasContent: (path, kept) => store.hasContent(path, kept),
      isIntact: (entry) => store.contents.isIntact(entry.kept, entry),
    })
    const result = { restored: plan.steps.map(({ path }) => path), conflicts: plan.conflicts, left: plan.lost }
    const stops = plan.conflicts.length > 0 && options.partial !== true
    if (stops || options.dryRun === true) {
      store.runs.removeOpen(id)
      return { ...result, outcome: options.dryRun === true ? 'planned' : 'conflicting', id: null }
    }
    const { contents, secondNames } = store
    const { workspace } = store.options
    const unfinished = unfinishedName(id)
    const left = restoreEntries(plan.steps, { workspace, contents, secondNames, runs: undoes, unfinished })
    const own = store.endLocked(store.runs.findOpen(id)!)
    for (const run of runs) store.runs.save({ ...run, undoneBy: id })
    const failed = new Set(left.map(({ path }) => path))
    return {
      outcome: 'done',
      id: own.length === 0 ? null : id,
      restored: result.restored.filter((path) => !failed.has(path)),
      conflicts: plan.conflicts,
      left: [...plan.lost, ...left],
    }
  })
}

function runOf(store: UndoStore, id: string): UndoRun {
  const found = store.runs.find(id)
  if (found !== null) return found
  const running = store.runs.findOpen(id)
  throw new UndoError(
    running === null ? `No run ${JSON.stringify(id)} changed this workspace.` : `The run ${id} has not ended.`,
    {
      code: running === null ? 'UNDO_UNKNOWN_RUN' : 'UNDO_RUNNING',
      remedy: running === null ? 'See `poundlock history`.' : 'Wait for its end, or end it.',
      details: { id },
    },
  )
}

/** The outermost of all changed paths. */
function scopeOf(changes: readonly (readonly UndoChange[])[]): readonly BytePath[] | null {
  const outermost: BytePath[] = []
  const paths = new Set(changes.flat().map(({ path }) => path))
  // With this order, a folder stands right before all that lies in it.
  const bySegments = [...paths].map((path) => path.replaceAll('/', '\0')).toSorted()
  for (const one of bySegments) {
    const path = one.replaceAll('\0', '/')
    const last = outermost.at(-1)
    if (last === undefined || !isBelow(path, last)) outermost.push(path)
    if (outermost.length > MOST_PATHS) return null
  }
  return outermost
}

const unfinishedName = (id: string): BytePath => `.poundlock-${id}`

/** Removes what earlier undos of these runs left that were killed. */
function removeUnfinished(store: UndoStore, runs: readonly UndoRun[]): void {
  const ids = new Set(runs.map(({ id }) => id))
  const killed = store.runs
    .ended()
    .filter(({ interrupted, undoes = [] }) => interrupted === true && undoes.some((id) => ids.has(id)))
  const tree = new FolderTree(store.options.workspace)
  try {
    for (const { id } of killed) {
      for (const { path } of store.runs.changes(id)) {
        if (nameOf(path) !== unfinishedName(id)) continue
        const place = tree.folder(parentOf(path)!)?.entry(nameOf(path))
        if (place !== undefined && lstatSync(place, { throwIfNoEntry: false }) !== undefined) unlinkSync(place)
      }
    }
  } finally {
    tree.close()
  }
}
