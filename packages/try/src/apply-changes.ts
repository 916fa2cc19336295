import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SandboxError } from '@poundlock/sandbox'
import { ApplyJournal } from './apply-journal.ts'
import { type BytePath, nameOf, parentOf, textOfPath } from './byte-path.ts'
import type { Change } from './change-set.ts'
import { type Conflict, findConflicts } from './find-conflicts.ts'
import { FolderTree } from './folder-handle.ts'
import { type ApplyContext, performStep } from './perform-step.ts'
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
  /** Applies in spite of conflicts; overwritten files are kept. */
  readonly force?: boolean
}

/** What applying a try did, or why nothing was applied. */
export type ApplyResult =
  | { readonly done: true; readonly overwritten: string | null }
  | { readonly done: false; readonly conflicts: readonly Conflict[] }

/** Steps after which others get their turn. */
const TURN = 64

/**
 * Applies changes to a workspace: all, or none. Each file appears whole. If the process is killed, the journal lets
 * `finishApply` or `undoApply` go on.
 *
 * @throws SandboxError `SANDBOX_VIEW` when something cannot be written; then the workspace is unchanged, or the message
 * says what is not
 */
export async function applyChanges(changes: readonly Change[], options: ApplyOptions): Promise<ApplyResult> {
  const { context, close } = openContext(options, options.force === true)
  try {
    const conflicts = findConflicts(changes, context.workspace)
    if (conflicts.length > 0 && options.force !== true) return { done: false, conflicts }
    const steps = planApply(changes, (path) => folderMode(context.workspace, path))
    checkSpace(changes, options.workspace)
    mkdirSync(join(options.folder, 'undo'), { recursive: true, mode: 0o700 })
    context.journal.start(steps, options.force === true)
    await advance(options, context)
    return {
      done: true,
      overwritten: conflicts.length > 0 ? settle(options, context, 'keep') : settle(options, context),
    }
  } finally {
    close()
  }
}

/**
 * Finishes an interrupted apply. The remaining changes are checked for conflicts again.
 *
 * @throws SandboxError `SANDBOX_VIEW` as `applyChanges`; then all of it has been undone
 */
export async function finishApply(changes: readonly Change[], options: ApplyOptions): Promise<ApplyResult> {
  const progress = new ApplyJournal(options.folder).progress()
  if (progress?.undoing === true) await undoApply(options)
  if (progress === null || progress.undoing) return applyChanges(changes, options)
  const forced = progress.forced || options.force === true
  const { context, close } = openContext(options, forced)
  try {
    const begun = new Set(progress.steps.slice(0, progress.found.length).map(({ path }) => path))
    const conflicts = findConflicts(changes, context.workspace).filter(
      ({ path }) => !begun.has(path) && !leadsInto(path, begun),
    )
    if (conflicts.length > 0 && !forced) return { done: false, conflicts }
    await advance(options, context)
    return { done: true, overwritten: settle(options, context, forced ? 'keep' : 'drop') }
  } finally {
    close()
  }
}

/**
 * Undoes an interrupted apply.
 *
 * @returns the paths that could not be restored, with reasons
 */
export async function undoApply(options: ApplyOptions): Promise<readonly Conflict[]> {
  const { context, close } = openContext(options, false)
  try {
    return await undoAll(context, options)
  } finally {
    close()
  }
}

function openContext(
  options: ApplyOptions,
  forced: boolean,
): { readonly context: ApplyContext; readonly close: () => void } {
  const [workspace, view] = [new FolderTree(options.workspace), new FolderTree(options.view)]
  const journal = new ApplyJournal(options.folder)
  return {
    context: { workspace, view, journal, mark: options.mark, asRoot: process.geteuid?.() === 0, forced },
    close() {
      workspace.close()
      view.close()
      journal.close()
    },
  }
}

async function advance(options: ApplyOptions, context: ApplyContext): Promise<void> {
  const { steps, done, found } = context.journal.progress()!
  for (let index = done; index < steps.length; index += 1) {
    const step = steps[index]!
    try {
      performStep(step, index, context, found[index])
    } catch (error) {
      const left = await undoAll(context, options)
      throw failed(step.path, error, left)
    }
    if (index % TURN === 0) await setImmediate()
  }
}

async function undoAll(context: ApplyContext, options: ApplyOptions): Promise<readonly Conflict[]> {
  const progress = context.journal.progress()
  if (progress === null) return []
  context.journal.takeBack()
  const left: Conflict[] = []
  for (let index = Math.min(progress.found.length, progress.undone) - 1; index >= 0; index -= 1) {
    const found = progress.found[index]
    const step = progress.steps[index]!
    const reason = found === undefined ? null : undoStep(step, index, found, context)
    if (reason !== null) left.push({ path: step.path, reason })
    context.journal.tookBack(index)
    if (index % TURN === 0) await setImmediate()
  }
  // Files that could not be restored are kept.
  settle(options, context, left.length > 0 ? 'keep' : 'drop')
  return left
}

/** @returns the folder of replaced files, if they are kept */
function settle(options: ApplyOptions, context: ApplyContext, replaced: 'keep' | 'drop' = 'drop'): string | null {
  const undo = join(options.folder, 'undo')
  context.journal.clear()
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
  const problem = cause instanceof Error ? cause.message.replaceAll(/\/proc\/self\/fd\/\d+\//g, '') : String(cause)
  const undone =
    left.length === 0
      ? 'The workspace is as it was.'
      : `All was undone but ${left.map((entry) => `${JSON.stringify(textOfPath(entry.path))} (${entry.reason})`).join(', ')}.`
  return new SandboxError(`${JSON.stringify(textOfPath(path))} could not be applied: ${problem}. ${undone}`, {
    code: 'SANDBOX_VIEW',
    remedy: 'Mend what it says, and apply what was kept once more.',
    cause,
    details: { path: textOfPath(path) },
  })
}
