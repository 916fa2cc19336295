import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SandboxError } from '../sandbox-error.ts'
import { ApplyJournal } from './apply-journal.ts'
import { type BytePath, nameOf, parentOf, textOfPath } from './byte-path.ts'
import type { Change } from './change-set.ts'
import { type Conflict, findConflicts } from './find-conflicts.ts'
import { FolderTree } from './folder-handle.ts'
import { type ApplyGround, performStep } from './perform-step.ts'
import { planApply } from './plan-apply.ts'
import { look, lookAt } from './scan-tree.ts'
import { undoStep } from './undo-step.ts'

export interface ApplyOptions {
  readonly workspace: string
  /** Where the content is: the upper layer, or the copy. */
  readonly view: string
  /** The folder of the try: the journal is kept there. */
  readonly folder: string
  /** Begins the names of files that are being written in the workspace. */
  readonly mark: string
  /** Applies in spite of conflicts; what is overwritten is kept. */
  readonly force?: boolean
}

export type ApplyResult =
  | { readonly done: true; readonly overwritten: string | null }
  | { readonly done: false; readonly conflicts: readonly Conflict[] }

/** Steps after which others get their turn. */
const turn = 64

/**
 * Applies changes to a workspace: all, or none. Each file appears whole. Killed anywhere, it leaves a journal by which
 * `finishApply` or `undoApply` goes on.
 *
 * @throws SandboxError `SANDBOX_VIEW` when something cannot be written; the workspace is as it was then, or the message
 *   says what is not
 */
export async function applyChanges(changes: readonly Change[], options: ApplyOptions): Promise<ApplyResult> {
  const { ground, close } = openGround(options, options.force === true)
  try {
    const conflicts = findConflicts(changes, ground.workspace)
    if (conflicts.length > 0 && options.force !== true) return { done: false, conflicts }
    const steps = planApply(changes, (path) => folderMode(ground.workspace, path))
    checkSpace(changes, options.workspace)
    mkdirSync(join(options.folder, 'undo'), { recursive: true, mode: 0o700 })
    ground.journal.start(steps, options.force === true)
    await advance(options, ground)
    return { done: true, overwritten: conflicts.length > 0 ? settle(options, ground, 'keep') : settle(options, ground) }
  } finally {
    close()
  }
}

/**
 * Finishes an apply that was interrupted. What it had not come to yet is looked at for conflicts once more.
 *
 * @throws SandboxError `SANDBOX_VIEW` as `applyChanges`; then all of it has been undone
 */
export async function finishApply(changes: readonly Change[], options: ApplyOptions): Promise<ApplyResult> {
  const progress = new ApplyJournal(options.folder).progress()
  if (progress?.undoing === true) await undoApply(options)
  if (progress === null || progress.undoing) return applyChanges(changes, options)
  const forced = progress.forced || options.force === true
  const { ground, close } = openGround(options, forced)
  try {
    const begun = new Set(progress.steps.slice(0, progress.found.length).map(({ path }) => path))
    const conflicts = findConflicts(changes, ground.workspace).filter(
      ({ path }) => !begun.has(path) && !leadsInto(path, begun),
    )
    if (conflicts.length > 0 && !forced) return { done: false, conflicts }
    await advance(options, ground)
    return { done: true, overwritten: settle(options, ground, forced ? 'keep' : 'drop') }
  } finally {
    close()
  }
}

/**
 * Takes an apply back that was interrupted.
 *
 * @returns what could not be put back, and why
 */
export async function undoApply(options: ApplyOptions): Promise<readonly Conflict[]> {
  const { ground, close } = openGround(options, false)
  try {
    return await undoAll(ground, options)
  } finally {
    close()
  }
}

function openGround(
  options: ApplyOptions,
  forced: boolean,
): { readonly ground: ApplyGround; readonly close: () => void } {
  const [workspace, view] = [new FolderTree(options.workspace), new FolderTree(options.view)]
  const journal = new ApplyJournal(options.folder)
  return {
    ground: { workspace, view, journal, mark: options.mark, asRoot: process.geteuid?.() === 0, forced },
    close() {
      workspace.close()
      view.close()
      journal.close()
    },
  }
}

async function advance(options: ApplyOptions, ground: ApplyGround): Promise<void> {
  const { steps, done, found } = ground.journal.progress()!
  for (let index = done; index < steps.length; index += 1) {
    const step = steps[index]!
    try {
      performStep(step, index, ground, found[index])
    } catch (error) {
      const left = await undoAll(ground, options)
      throw failed(step.path, error, left)
    }
    if (index % turn === 0) await setImmediate()
  }
}

async function undoAll(ground: ApplyGround, options: ApplyOptions): Promise<readonly Conflict[]> {
  const progress = ground.journal.progress()
  if (progress === null) return []
  ground.journal.takeBack()
  const left: Conflict[] = []
  for (let index = Math.min(progress.found.length, progress.undone) - 1; index >= 0; index -= 1) {
    const found = progress.found[index]
    const step = progress.steps[index]!
    const reason = found === undefined ? null : undoStep(step, index, found, ground)
    if (reason !== null) left.push({ path: step.path, reason })
    ground.journal.tookBack(index)
    if (index % turn === 0) await setImmediate()
  }
  // What could not be put back is not thrown away.
  settle(options, ground, left.length > 0 ? 'keep' : 'drop')
  return left
}

/** @returns where what was replaced is kept, if it is */
function settle(options: ApplyOptions, ground: ApplyGround, replaced: 'keep' | 'drop' = 'drop'): string | null {
  const undo = join(options.folder, 'undo')
  ground.journal.clear()
  if (replaced === 'keep') return undo
  rmSync(undo, { recursive: true, force: true })
  return null
}

function folderMode(workspace: FolderTree, path: BytePath): number | null {
  const parent = parentOf(path)
  const folder = workspace.folder(parent ?? '')
  if (folder === null) return null
  const entry = parent === null ? lookAt(folder) : look(folder, nameOf(path))
  return entry?.kind === 'folder' ? entry.mode : null
}

const leadsInto = (path: BytePath, begun: ReadonlySet<BytePath>): boolean =>
  [...begun].some((step) => step.startsWith(`${path}/`))

function checkSpace(changes: readonly Change[], workspace: string): void {
  const wanted = changes.reduce(
    (sum, { after, refused }) => sum + (after?.kind === 'file' && refused === undefined ? after.size : 0),
    0,
  )
  const { bavail, bsize } = statfsSync(workspace)
  if (wanted <= bavail * bsize) return
  throw new SandboxError(
    `The disk of the workspace has ${String(bavail * bsize)} bytes left, and the changes take ${String(wanted)}. Nothing was applied.`,
    { code: 'SANDBOX_VIEW', remedy: 'Make room, and apply what was kept.', details: { wanted } },
  )
}

function failed(path: BytePath, cause: unknown, left: readonly Conflict[]): SandboxError {
  const what = cause instanceof Error ? cause.message.replaceAll(/\/proc\/self\/fd\/\d+\//g, '') : String(cause)
  const undone =
    left.length === 0
      ? 'The workspace is as it was.'
      : `All was undone but ${left.map((entry) => `${JSON.stringify(textOfPath(entry.path))} (${entry.reason})`).join(', ')}.`
  return new SandboxError(`${JSON.stringify(textOfPath(path))} could not be applied: ${what}. ${undone}`, {
    code: 'SANDBOX_VIEW',
    remedy: 'Mend what it says, and apply what was kept once more.',
    cause,
    details: { path: textOfPath(path) },
  })
}
