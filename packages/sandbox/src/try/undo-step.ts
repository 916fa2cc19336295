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
import type { Found } from './apply-journal.ts'
import { bytesOf, nameOf, parentOf } from './byte-path.ts'
import { type EntryAfter, PERMISSIONS } from './change-set.ts'
import { type ApplyGround, changeMode, removeIfThere, temporaryName } from './perform-step.ts'
import type { ApplyStep } from './plan-apply.ts'
import { look, lookAt, type ScannedEntry } from './scan-tree.ts'
import { makeFile } from './write-file.ts'

/**
 * Takes one step back, whether it was done or only begun. Doing it again is safe.
 *
 * @returns why something stays as it is, or `null`
 */
export function undoStep(step: ApplyStep, index: number, found: Found | null, ground: ApplyGround): string | null {
  const parent = parentOf(step.path)
  const folder = ground.workspace.folder(parent ?? '')
  if (folder === null) return found === null ? null : 'the folder that it lay in is gone'
  const now = parent === null ? lookAt(folder) : look(folder, nameOf(step.path))
  const place = parent === null ? Buffer.from(folder.path) : folder.entry(nameOf(step.path))
  const fresh = folder.entry(temporaryName(ground.mark, index))
  removeIfThere(fresh)
  switch (step.do) {
    case 'mode':
      if (now !== null && found !== null) changeMode(place, now, found.mode & PERMISSIONS)
      return null
    case 'remove-folder':
      if (found === null || (now !== null && now.kind !== 'folder')) return null
      if (now === null) mkdirSync(place, 0o700)
      changeMode(place, found, found.mode)
      return null
    case 'make-folder':
      return found === null && now !== null ? removeOwnFolder(place) : null
    case 'remove':
    case 'write':
    case 'link':
      if (found !== null) return putBack(place, fresh, index, found, ground)
      if (now === null || step.do === 'remove') return null
      if (!isOurs(now, step.after)) return 'somebody has changed it since'
      removeIfThere(place)
      return null
  }
}

function removeOwnFolder(place: Buffer): string | null {
  try {
    rmdirSync(place)
    return null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY') return 'somebody has put something into it since'
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

function putBack(place: Buffer, fresh: Buffer, index: number, found: Found, ground: ApplyGround): string | null {
  if (found.kind === 'link') {
    symlinkSync(bytesOf(found.target ?? ''), fresh)
    renameSync(fresh, place)
    return null
  }
  const kept = ground.journal.undo(index)
  // Nothing was kept: the step had not come to changing anything.
  if (!existsSync(kept)) return null
  try {
    linkSync(kept, fresh)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    copyBack(kept, fresh, found)
  }
  renameSync(fresh, place)
  // Two names of the same file are left as they are by rename(2).
  removeIfThere(fresh)
  return null
}

function copyBack(kept: string, fresh: Buffer, { mode, mtimeMs }: Found): void {
  const source = openSync(kept, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    makeFile(fresh, source, { mode, mtimeMs, owner: null })
  } finally {
    closeSync(source)
  }
}

/** As the step wrote it: nobody can tell it from what they would have written themselves. */
function isOurs(now: ScannedEntry, after: EntryAfter): boolean {
  if (now.kind !== after.kind) return false
  if (now.kind === 'link') return now.target === after.target
  return now.size === after.size && Math.abs(now.mtimeMs - after.mtimeMs) < 2
}
