import { copyFileSync, constants, linkSync, renameSync, unlinkSync } from 'node:fs'
import { removeIfThere } from '@poundlock/state-files/node'
import type { ToolContext } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { systemFailure } from '../system-failure.ts'
import { PATCH_PREFIX } from '../write/leftovers.ts'
import { demandUnchanged, newName, prepareFile, syncFolder, type PreparedFile } from '../write/replace-file.ts'
import { contentHash, openJournal, type Journal, type JournalStep } from './journal.ts'
import type { FileChange } from './plan-changes.ts'

/** A change that is ready to be made. */
interface ReadyChange {
  readonly change: FileChange
  /** The new content; `null` for a deleted file. */
  readonly prepared: PreparedFile | null
  /** The second name of the old file, beside it; `null` for a new file. */
  readonly backup: string | null
}

/**
 * Makes all changes, or none. New contents are on the disk, and the old files have a second name, before the journal
 * says what is about to happen: from then on the changes are only renames, which the next call finishes if this one is
 * killed. A failure undoes all changes.
 */
export async function commitChanges(changes: readonly FileChange[], context: ToolContext): Promise<void> {
  const ready: ReadyChange[] = []
  let journal: Journal | null = null
  try {
    for (const change of changes) ready.push(await prepare(change))
    // One rename needs no journal: it is made or not.
    if (ready.length > 1) {
      for (const { change } of ready) await syncFolder(change.target.folder)
      journal = await openJournal(ready.map(stepOf), context)
    }
    make(ready)
  } catch (error) {
    // The next call undoes the rest: the journal says how.
    if (error instanceof HalfDone) throw halfDoneError(error)
    await journal?.remove()
    discard(ready)
    throw error
  }
  for (const { change } of ready) await syncFolder(change.target.folder)
  await journal?.remove()
  discard(ready)
}

async function prepare(change: FileChange): Promise<ReadyChange> {
  try {
    return await prepareChange(change)
  } catch (error) {
    throw systemFailure(error, change.shown) ?? error
  }
}

async function prepareChange(change: FileChange): Promise<ReadyChange> {
  const { target, after, mode } = change
  const prepared =
    after === null
      ? null
      : await prepareFile(target, after, { prefix: PATCH_PREFIX, ...(mode === null ? {} : { mode }) })
  try {
    if (target.file === null) return { change, prepared, backup: null }
    if (after === null) target.file.demandAccess(constants.W_OK)
    return { change, prepared, backup: keep(change) }
  } catch (error) {
    prepared?.discard()
    throw error
  }
}

/** Gives the file that is there a second name, or makes a copy where it cannot have one. */
function keep({ target: { folder, name } }: FileChange): string {
  const backup = newName(PATCH_PREFIX)
  try {
    linkSync(folder.entry(name), folder.entry(backup))
  } catch {
    copyFileSync(folder.entry(name), folder.entry(backup), constants.COPYFILE_EXCL)
  }
  return backup
}

function stepOf({ change: { target, before, after }, prepared, backup }: ReadyChange): JournalStep {
  return {
    folder: target.folder.real,
    name: target.name,
    prepared: prepared?.name ?? null,
    backup,
    before: before === null ? null : contentHash(before),
    after: after === null ? null : contentHash(after),
  }
}

/** Makes the changes; when one fails, those before it are taken back. */
function make(ready: readonly ReadyChange[]): void {
  for (const { change } of ready) demandUnchanged(change.target)
  const done: ReadyChange[] = []
  try {
    // Deletions make room first, as for a name that differs in case.
    for (const one of ready.toSorted((a, b) => Number(a.prepared !== null) - Number(b.prepared !== null))) {
      makeOne(one)
      done.push(one)
    }
  } catch (error) {
    try {
      for (const one of done.toReversed()) takeBack(one)
    } catch (cause) {
      throw new HalfDone('some changes could not be taken back', { cause })
    }
    throw error
  }
}

function makeOne({ change: { target, shown }, prepared }: ReadyChange): void {
  try {
    if (prepared !== null) return prepared.commit()
    demandUnchanged(target)
    unlinkSync(target.folder.entry(target.name))
  } catch (error) {
    throw systemFailure(error, shown) ?? error
  }
}

class HalfDone extends Error {}

function halfDoneError(cause: HalfDone): FileToolError {
  const remedy = 'The next call that writes a file finishes it, or takes it back; look at the files then.'
  return new FileToolError('the patch was only made in part', { code: 'FILE_SYSTEM', remedy, cause })
}

function takeBack({ change: { target }, backup }: ReadyChange): void {
  const path = target.folder.entry(target.name)
  if (backup === null) unlinkSync(path)
  else renameSync(target.folder.entry(backup), path)
}

function discard(ready: readonly ReadyChange[]): void {
  for (const { change, prepared, backup } of ready) {
    prepared?.discard()
    if (backup === null) continue
    // Where it was put back, it is not there.
    removeIfThere(change.target.folder.entry(backup))
  }
}
