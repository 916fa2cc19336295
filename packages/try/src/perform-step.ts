import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import type { ApplyJournal, PathState } from './apply-journal.ts'
import { bytesOf, nameOf, parentOf } from './byte-path.ts'
import { type EntryAfter, PERMISSIONS } from './change-set.ts'
import { openFile } from './file-content.ts'
import type { FolderTree } from './folder-handle.ts'
import type { ApplyStep } from './plan-apply.ts'
import { look, lookAt, type ScannedEntry } from './scan-tree.ts'
import { makeFile } from './write-file.ts'

export interface ApplyContext {
  readonly workspace: FolderTree
  /** Where the content is. */
  readonly view: FolderTree
  readonly journal: ApplyJournal
  /** Begins the names of files that are being written. */
  readonly mark: string
  /** Whether owners can be given: to whom files belong in the view. */
  readonly asRoot: boolean
  /** Also deletes a folder to which another process has added something. */
  readonly forced: boolean
}

const PATH_ONLY = 0o10000000

/** Does one step, after writing the state that it found. Repeating an interrupted step is safe. */
export function performStep(
  step: ApplyStep,
  index: number,
  context: ApplyContext,
  interrupted?: PathState | null,
): void {
  const { journal, workspace } = context
  const parent = parentOf(step.path)
  const folder = workspace.folder(parent ?? '')
  if (folder === null) {
    if (step.do === 'remove' || step.do === 'remove-folder') return
    throw Object.assign(new Error('the folder that it lies in is gone, or a link'), { code: 'ENOENT' })
  }
  const now = parent === null ? lookAt(folder) : look(folder, nameOf(step.path))
  // The first recorded state counts: an interrupted step may have changed the path already.
  const found = interrupted === undefined ? foundOf(now) : interrupted
  journal.begin(index, found)
  const target = parent === null ? Buffer.from(folder.path) : folder.entry(nameOf(step.path))
  const fresh = folder.entry(temporaryName(context.mark, index))
  switch (step.do) {
    case 'remove':
      if (now === null) break
      keep(target, now, index, context)
      unlinkSync(target)
      break
    case 'remove-folder':
      removeFolder(target, context.forced)
      break
    case 'make-folder':
      makeFolder(target, now, step.after, context)
      break
    case 'write':
      removeIfThere(fresh)
      writeFrom(step, fresh, context)
      if (found !== null && now !== null) keep(target, now, index, context)
      renameSync(fresh, target)
      break
    case 'link':
      removeIfThere(fresh)
      symlinkSync(bytesOf(step.after.target ?? ''), fresh)
      if (context.asRoot) lchownSync(fresh, step.after.uid, step.after.gid)
      if (found !== null && now !== null) keep(target, now, index, context)
      renameSync(fresh, target)
      break
    case 'mode':
      if (now !== null) changeMode(target, now, step.mode)
      break
  }
  journal.end(index)
}

/** The name of a step's temporary file, beside its target. */
export const temporaryName = (mark: string, index: number): string => `.poundlock-${mark}-${String(index)}`

function foundOf(entry: ScannedEntry | null): PathState | null {
  if (entry === null) return null
  const { kind, mode, mtimeMs, target } = entry
  return { kind, mode, mtimeMs, ...(target !== undefined && { target }) }
}

/** Keeps an entry that is about to be removed, unless an interrupted step has kept it. */
function keep(target: Buffer, now: ScannedEntry, index: number, { journal }: ApplyContext): void {
  // Of a link its target is written down.
  if (now.kind !== 'file') return
  const undoFile = journal.undo(index)
  try {
    linkSync(target, undoFile)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (!['EXDEV', 'EPERM', 'EMLINK', 'EACCES'].includes(code)) throw error
    copyTo(target, undoFile)
  }
}

/** Copies whole or not at all: an existing copy counts as kept. */
function copyTo(target: Buffer, undoFile: string): void {
  const half = `${undoFile}.half`
  const source = openSync(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    copyFileSync(`/proc/self/fd/${String(source)}`, half, constants.COPYFILE_FICLONE)
    renameSync(half, undoFile)
  } finally {
    closeSync(source)
  }
}

function removeFolder(target: Buffer, forced: boolean): void {
  try {
    rmdirSync(target)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const tolerated = forced ? ['ENOENT', 'ENOTEMPTY', 'ENOTDIR'] : ['ENOENT']
    if (!tolerated.includes(code)) throw error
  }
}

function makeFolder(target: Buffer, now: ScannedEntry | null, after: EntryAfter, { asRoot }: ApplyContext): void {
  if (now?.kind === 'folder') return
  mkdirSync(target, 0o700)
  if (asRoot) lchownSync(target, after.uid, after.gid)
}

function writeFrom(step: Extract<ApplyStep, { do: 'write' }>, fresh: Buffer, { view, asRoot }: ApplyContext): void {
  const { after } = step
  const source = openFile(view, step.path, true)
  if (source === null) throw Object.assign(new Error('its content is gone'), { code: 'ENOENT' })
  try {
    if (fstatSync(source).size !== after.size)
      throw Object.assign(new Error('its content has changed'), { code: 'EIO' })
    const owner = asRoot ? { uid: after.uid, gid: after.gid } : null
    makeFile(fresh, source, { mode: after.mode, mtimeMs: after.mtimeMs, owner })
  } finally {
    closeSync(source)
  }
}

/** Never through a link: the entry itself is held first. A folder keeps its special bits, a file loses them. */
export function changeMode(target: Buffer, now: Pick<ScannedEntry, 'kind' | 'mode'>, mode: number): void {
  const descriptor = openSync(target, PATH_ONLY | (isHandle(target) ? 0 : constants.O_NOFOLLOW))
  try {
    const stats = fstatSync(descriptor)
    if (stats.isSymbolicLink()) throw Object.assign(new Error('it has become a link'), { code: 'ELOOP' })
    const special = now.kind === 'folder' ? stats.mode & 0o7000 : 0
    chmodSync(`/proc/self/fd/${String(descriptor)}`, special | (mode & PERMISSIONS))
  } finally {
    closeSync(descriptor)
  }
}

/** The root has no name in a folder that is held: its own descriptor's link is followed. */
const isHandle = (target: Buffer): boolean => /^\/proc\/self\/fd\/\d+$/.test(target.toString('latin1'))

export function removeIfThere(target: Buffer): void {
  try {
    unlinkSync(target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    // On a read-only disk the kernel says so before it looks whether there is such a file.
    if (code === 'EROFS' && lstatSync(target, { throwIfNoEntry: false }) === undefined) return
    throw error
  }
}
