import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs'
import type { PathState } from './apply-journal.ts'
import { bytesOf, nameOf, parentOf } from './byte-path.ts'
import { type EntryAfter, PERMISSIONS } from './change-set.ts'
import { type ApplyContext, changeMode, removeIfThere, temporaryName } from './perform-step.ts'
import type { ApplyStep } from './plan-apply.ts'
import { look, lookAt, type ScannedEntry } from './scan-tree.ts'
import { makeFile } from './write-file.ts'

/**
 * Takes one step back, whether it was done or only begun. Doing it again is safe.
 *
 * @returns why something stays as it is, or `null`
 */
export function undoStep(
  step: ApplyStep,
  index: number,
  found: PathState | null,
  context: ApplyContext,
): string | null {
  const parent = parentOf(step.path)
  const folder = context.workspace.folder(parent ?? '')
  if (folder === null) return found === null ? null : 'the folder that it lay in is gone'
  const now = parent === null ? lookAt(folder) : look(folder, nameOf(step.path))
  const target = parent === null ? Buffer.from(folder.path) : folder.entry(nameOf(step.path))
  const fresh = folder.entry(temporaryName(context.mark, index))
  removeIfThere(fresh)
  switch (step.do) {
    case 'mode':
      if (now !== null && found !== null) changeMode(target, now, found.mode & PERMISSIONS)
      return null
    case 'remove-folder':
      if (found === null || (now !== null && now.kind !== 'folder')) return null
      if (now === null) mkdirSync(target, 0o700)
      changeMode(target, found, found.mode)
      return null
    case 'make-folder':
      return found === null && now !== null ? removeOwnFolder(target) : null
    case 'remove':
    case 'write':
    case 'link':
      if (found !== null) return putBack(target, fresh, index, found, context)
      if (now === null || step.do === 'remove') return null
      if (!isOurs(now, step.after)) return 'it was changed since'
      removeIfThere(target)
      return null
  }
}

function removeOwnFolder(target: Buffer): string | null {
  try {
    rmdirSync(target)
    return null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY') return 'something was added to it since'
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

function putBack(target: Buffer, fresh: Buffer, index: number, found: PathState, context: ApplyContext): string | null {
  if (found.kind === 'link') {
    symlinkSync(bytesOf(found.target ?? ''), fresh)
    renameSync(fresh, target)
    return null
  }
  const undoFile = context.journal.undo(index)
  // Nothing was kept: the step had not come to changing anything.
  if (!existsSync(undoFile)) return null
  try {
    linkSync(undoFile, fresh)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyBack(undoFile, fresh, found)
  }
  renameSync(fresh, target)
  // Two names of the same file are left as they are by rename(2).
  removeIfThere(fresh)
  return null
}

function copyBack(undoFile: string, fresh: Buffer, { mode, mtimeMs }: PathState): void {
  const source = openSync(undoFile, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    makeFile(fresh, source, { mode, mtimeMs, owner: null })
  } finally {
    closeSync(source)
  }
}

/** Whether an entry is as the step wrote it; then undoing removes it. */
function isOurs(now: ScannedEntry, after: EntryAfter): boolean {
  if (now.kind !== after.kind) return false
  if (now.kind === 'link') return now.target === after.target
  return now.size === after.size && Math.abs(now.mtimeMs - after.mtimeMs) < 2
}
