import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, unlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { removeIfThere } from '@poundlock/state-files/node'
import type { ToolContext } from '../../tool-handler.ts'
import { findFile, openFile, type OpenFile } from '../place/place.ts'
import { showPath } from '../show-path.ts'
import { takeTurns } from '../write/file-turns.ts'
import { syncFolder } from '../write/replace-file.ts'
import { busyError, contentHash, isAtWork, JOURNAL_NAME, openJournals, type JournalStep } from './journal.ts'
import { readJournal, type FoundJournal } from './read-journal.ts'

const LONGEST_WAIT_MS = 5000
const STEP_MS = 25

/**
 * Finishes the changes of a patch that was killed while it made them; where that is no longer possible, undoes them.
 * The journal may be forged, so a file is only touched as the rules allow this call, and only if it has the content
 * that the patch found or left.
 *
 * @returns a description for the caller; `null` when there was nothing to do
 */
export async function finishInterrupted(context: ToolContext): Promise<string | null> {
  const folder = openFile(context.workspace, 'follow')
  try {
    const deadline = Date.now() + LONGEST_WAIT_MS
    for (let found = readJournal(folder); found !== null; found = readJournal(folder)) {
      if (!isBusy(found, folder)) return await finish(found, folder, context)
      if (Date.now() > deadline) throw busyError(folder.real)
      await wait(STEP_MS, undefined, { signal: context.abortSignal })
    }
    return null
  } finally {
    folder.close()
  }
}

/** The same for calls that change a single file: they do not wait for a patch that goes on. */
export async function finishAbandoned(context: ToolContext): Promise<void> {
  const folder = findFile(context.workspace, 'follow')
  if (folder === null) return
  try {
    const found = readJournal(folder)
    if (found === null || isBusy(found, folder)) return
  } finally {
    folder.close()
  }
  await takeTurns(`patch ${context.workspace}`, () => finishInterrupted(context))
}

function isBusy({ record, writtenMs }: FoundJournal, folder: OpenFile): boolean {
  if (record === null) return false
  if (record.owner.processId === process.pid && !openJournals.has(folder.real)) return false
  return isAtWork(record.owner, writtenMs)
}

/** A step, and its present state. */
interface StepState {
  readonly step: JournalStep
  readonly folder: OpenFile
  readonly isDone: boolean
  readonly canFinish: boolean
  readonly canUndo: boolean
}

async function finish({ record }: FoundJournal, root: OpenFile, context: ToolContext): Promise<string> {
  if (record === null) {
    unlinkSync(root.entry(JOURNAL_NAME))
    return 'a journal of a patch that could not be read was removed'
  }
  const states = record.steps.map((step) => inspect(step, context))
  const found = states.filter((state) => state !== null)
  try {
    const isWhole = found.length === states.length && found.every(({ canFinish }) => canFinish)
    const remaining = found.filter(({ canUndo, isDone }) => !isWhole && isDone && !canUndo)
    for (const state of found) {
      if (isWhole && !state.isDone) finishStep(state)
      else if (!isWhole && state.isDone && state.canUndo) undoStep(state)
    }
    for (const { step, folder } of found) {
      for (const name of [step.prepared, step.backup]) if (name !== null) removeIfThere(folder.entry(name))
    }
    for (const { folder } of found) await syncFolder(folder)
    unlinkSync(root.entry(JOURNAL_NAME))
    await syncFolder(root)
    if (isWhole) return 'a patch that had been interrupted was finished first'
    const left = remaining.map(({ step }) => showPath(`${step.folder}/${step.name}`))
    const but = left.length === 0 ? '' : `, except files that were changed since: ${left.join(', ')}`
    return `a patch that had been interrupted was taken back first${but}`
  } finally {
    for (const { folder } of found) folder.close()
  }
}

/** @returns `null` for a file that this call may not touch, or whose folder is gone */
function inspect(step: JournalStep, { files }: ToolContext): StepState | null {
  const access = step.after === null ? 'delete' : 'write'
  if (!files.allows(`${step.folder}/${step.name}`.replace(/^\/+/, '/'), access)) return null
  const folder = findFile(step.folder, 'follow')
  if (folder === null || folder.kind !== 'folder' || folder.real !== step.folder) {
    folder?.close()
    return null
  }
  const now = hashOf(folder, step.name)
  const prepared = step.prepared === null ? null : hashOf(folder, step.prepared)
  const backup = step.backup === null ? null : hashOf(folder, step.backup)
  // A change of permissions alone leaves the content: whether it took place, the new file tells.
  const isDone = now === step.after && (step.before !== step.after || prepared === null)
  const isBefore = now === step.before && !isDone
  return {
    step,
    folder,
    isDone,
    canFinish: isDone || (isBefore && prepared === step.after),
    canUndo: isBefore || (isDone && backup === step.before),
  }
}

function finishStep({ step, folder }: StepState): void {
  if (step.prepared === null) unlinkSync(folder.entry(step.name))
  else renameSync(folder.entry(step.prepared), folder.entry(step.name))
}

function undoStep({ step, folder }: StepState): void {
  if (step.backup === null) unlinkSync(folder.entry(step.name))
  else renameSync(folder.entry(step.backup), folder.entry(step.name))
}

/** @returns `null` when there is no such file, or no regular one */
function hashOf(folder: OpenFile, name: string): string | null {
  let descriptor: number
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    descriptor = openSync(folder.entry(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'unreadable'
  }
  try {
    return fstatSync(descriptor).isFile() ? contentHash(readFileSync(descriptor)) : 'unreadable'
  } finally {
    closeSync(descriptor)
  }
}
