import type { BytePath } from '@poundlock/try'
import { isSameEntry, type UnkeptReason, type WorkspaceEntry } from '../entry.ts'
import type { UndoChange } from '../store/run-files.ts'

/**
 * Why a path was not brought back. `changed-since`: it was changed after the run; `folder-changed`: a folder above it
 * was replaced after the run; `not-empty`: the folder holds entries that were made after the run; `failed`: the system
 * refused it, `detail` says how; `lost`: the kept content is gone or damaged; the others are those of `UnkeptReason`.
 */
export type LeftReason = UnkeptReason | 'changed-since' | 'folder-changed' | 'not-empty' | 'failed' | 'lost'

/** A path that an undo leaves as it is. */
export interface LeftPath {
  /** Relative to the workspace, as bytes. */
  readonly path: BytePath
  /** Why, for programs. */
  readonly reason: LeftReason
  /** More of it, for people. */
  readonly detail?: string
}

/** One path to bring back. */
export interface UndoStep {
  readonly path: BytePath
  /** What is to stand there. */
  readonly target: WorkspaceEntry | null
  /** What stands there now. */
  readonly now: WorkspaceEntry | null
}

export interface UndoPlan {
  /** Ordered by path. */
  readonly steps: readonly UndoStep[]
  /** Changed by others since: an undo stops at these. */
  readonly conflicts: readonly LeftPath[]
  /** What cannot be brought back. */
  readonly lost: readonly LeftPath[]
}

export interface PlanFacts {
  /** The entries of the workspace, at the paths of all changes. */
  readonly now: ReadonlyMap<BytePath, WorkspaceEntry>
  /** Whether the file at a path has a kept content now. */
  readonly hasContent: (path: BytePath, kept: string) => boolean
  /** Whether a kept content can be read. */
  readonly isIntact: (entry: WorkspaceEntry & { readonly kept: string }) => boolean
}

/**
 * Finds out what brings a workspace back to before some runs. A path that was changed by others in between or since is
 * a conflict.
 *
 * @param runs what each changed, the newest first
 */
export function planUndo(runs: readonly (readonly UndoChange[])[], facts: PlanFacts): UndoPlan {
  const steps: UndoStep[] = []
  const conflicts: LeftPath[] = []
  const lost: LeftPath[] = []
  for (const { path, before, after, isBroken } of combined(runs)) {
    const now = facts.now.get(path) ?? null
    if (isBroken) conflicts.push({ path, reason: 'changed-since' })
    if (isRestored(path, before, now, facts)) continue
    if (!isAsLeft(after, now)) {
      if (!isBroken) conflicts.push({ path, reason: 'changed-since' })
      continue
    }
    const reason = lossOf(before, now, facts)
    if (reason === null) steps.push({ path, target: before, now })
    else lost.push({ path, reason })
  }
  return { steps, conflicts, lost }
}

interface CombinedChange extends UndoChange {
  /** True where others changed it between two of the runs: only the later one can be taken back. */
  readonly isBroken: boolean
}

function combined(runs: readonly (readonly UndoChange[])[]): readonly CombinedChange[] {
  const byPath = new Map<BytePath, CombinedChange>()
  for (const changes of runs) {
    for (const change of changes) {
      const later = byPath.get(change.path)
      if (later === undefined) byPath.set(change.path, { ...change, isBroken: false })
      else if (!later.isBroken) {
        const isBroken = !isSameEntry(change.after, later.before)
        byPath.set(change.path, isBroken ? { ...later, isBroken } : { ...later, before: change.before })
      }
    }
  }
  return [...byPath.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Whether it stands there already, as after an undo that was killed. */
function isRestored(
  path: BytePath,
  before: WorkspaceEntry | null,
  now: WorkspaceEntry | null,
  { hasContent }: PlanFacts,
): boolean {
  if (before === null || now === null) return before === now
  if (before.kind !== now.kind || before.unkept !== undefined) return isSameEntry(before, now)
  if (before.kind === 'link') return before.target === now.target
  if (before.mode !== now.mode) return false
  if (before.kind === 'folder') return true
  if (before.size !== now.size || before.kept === undefined) return false
  // What is kept may be another name of the same file, which says nothing about what was written to it.
  if (before.ino === now.ino && before.mtimeMs !== now.mtimeMs) return false
  return hasContent(path, before.kept)
}

/** Whether it is as the run left it. A time that only changes with the mode, or with a second name, does not count. */
function isAsLeft(after: WorkspaceEntry | null, now: WorkspaceEntry | null): boolean {
  return after === null || now === null ? after === now : isSameEntry({ ...after, ctimeMs: 0 }, { ...now, ctimeMs: 0 })
}

/** Why it cannot be brought back; `null` where it can. */
function lossOf(before: WorkspaceEntry | null, now: WorkspaceEntry | null, { isIntact }: PlanFacts): LeftReason | null {
  // What was made in a folder that is not looked into is not known.
  if (before === null) return now?.kind === 'folder' && now.unkept !== undefined ? now.unkept : null
  if (before.kind === 'other') return 'special'
  // The folder itself can be given its mode, or be made; not what it held.
  if (before.kind === 'folder') return now === null ? (before.unkept ?? null) : null
  if (before.kind === 'link' || isOnlyMode(before, now)) return null
  if (before.kept === undefined) return before.unkept ?? 'lost'
  return isIntact({ ...before, kept: before.kept }) ? null : 'lost'
}

/** Whether the content is certainly the same, so that only the mode has to be set. */
export const isOnlyMode = (target: WorkspaceEntry, now: WorkspaceEntry | null): boolean =>
  target.kind === 'file' &&
  now?.kind === 'file' &&
  target.recent !== true &&
  target.ino === now.ino &&
  target.size === now.size &&
  target.mtimeMs === now.mtimeMs &&
  target.unkept !== undefined
