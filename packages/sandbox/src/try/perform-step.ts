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
import type { ApplyJournal, Found } from './apply-journal.ts'
import { bytesOf, nameOf, parentOf } from './byte-path.ts'
import { type EntryAfter, PERMISSIONS } from './change-set.ts'
import { openFile } from './file-content.ts'
import type { FolderTree } from './folder-handle.ts'
import type { ApplyStep } from './plan-apply.ts'
import { look, lookAt, type ScannedEntry } from './scan-tree.ts'
import { makeFile } from './write-file.ts'

export interface ApplyGround {
  readonly workspace: FolderTree
  /** Where the content is. */
  readonly view: FolderTree
  readonly journal: ApplyJournal
  /** Begins the names of files that are being written. */
  readonly mark: string
  /** Whether owners can be given: to whom files belong in the view. */
  readonly asRoot: boolean
  /** Goes on where somebody put something into a folder that was to be deleted. */
  readonly forced: boolean
}

const pathOnly = 0o10000000

/** Does one step, after writing down what it found. Doing it again, after it was interrupted anywhere, is safe. */
export function performStep(step: ApplyStep, index: number, ground: ApplyGround, interrupted?: Found | null): void {
  const { journal, workspace } = ground
  const parent = parentOf(step.path)
  const folder = workspace.folder(parent ?? '')
  if (folder === null) {
    if (step.do === 'remove' || step.do === 'remove-folder') return
    throw Object.assign(new Error('the folder that it lies in is gone, or a link'), { code: 'ENOENT' })
  }
  const now = parent === null ? lookAt(folder) : look(folder, nameOf(step.path))
  // What was found at first counts: an interrupted step may have left what is its own.
  const found = interrupted === undefined ? foundOf(now) : interrupted
  journal.begin(index, found)
  const place = parent === null ? Buffer.from(folder.path) : folder.entry(nameOf(step.path))
  const fresh = folder.entry(temporaryName(ground.mark, index))
  switch (step.do) {
    case 'remove':
      if (now === null) break
      keep(place, now, index, ground)
      unlinkSync(place)
      break
    case 'remove-folder':
      removeFolder(place, ground.forced)
      break
    case 'make-folder':
      makeFolder(place, now, step.after, ground)
      break
    case 'write':
      removeIfThere(fresh)
      writeFrom(step, fresh, ground)
      if (found !== null && now !== null) keep(place, now, index, ground)
      renameSync(fresh, place)
      break
    case 'link':
      removeIfThere(fresh)
      symlinkSync(bytesOf(step.after.target ?? ''), fresh)
      if (ground.asRoot) lchownSync(fresh, step.after.uid, step.after.gid)
      if (found !== null && now !== null) keep(place, now, index, ground)
      renameSync(fresh, place)
      break
    case 'mode':
      if (now !== null) changeMode(place, now, step.mode)
      break
  }
  journal.end(index)
}

/** What a step leaves behind when it is interrupted, under this name beside what it writes. */
export const temporaryName = (mark: string, index: number): string => `.poundlock-${mark}-${String(index)}`

function foundOf(entry: ScannedEntry | null): Found | null {
  if (entry === null) return null
  const { kind, mode, mtimeMs, target } = entry
  return { kind, mode, mtimeMs, ...(target !== undefined && { target }) }
}

/** Keeps what is about to go, unless an interrupted step has done so already. */
function keep(place: Buffer, now: ScannedEntry, index: number, { journal }: ApplyGround): void {
  // Of a link its target is written down.
  if (now.kind !== 'file') return
  const kept = journal.undo(index)
  try {
    linkSync(place, kept)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (!['EXDEV', 'EPERM', 'EMLINK', 'EACCES'].includes(code)) throw error
    copyTo(place, kept)
  }
}

/** Whole or not at all: what is there counts as kept. */
function copyTo(place: Buffer, kept: string): void {
  const half = `${kept}.half`
  const source = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    copyFileSync(`/proc/self/fd/${String(source)}`, half, constants.COPYFILE_FICLONE)
    renameSync(half, kept)
  } finally {
    closeSync(source)
  }
}

function removeFolder(place: Buffer, forced: boolean): void {
  try {
    rmdirSync(place)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const tolerated = forced ? ['ENOENT', 'ENOTEMPTY', 'ENOTDIR'] : ['ENOENT']
    if (!tolerated.includes(code)) throw error
  }
}

function makeFolder(place: Buffer, now: ScannedEntry | null, after: EntryAfter, { asRoot }: ApplyGround): void {
  if (now?.kind === 'folder') return
  mkdirSync(place, 0o700)
  if (asRoot) lchownSync(place, after.uid, after.gid)
}

function writeFrom(step: Extract<ApplyStep, { do: 'write' }>, fresh: Buffer, { view, asRoot }: ApplyGround): void {
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
export function changeMode(place: Buffer, now: Pick<ScannedEntry, 'kind' | 'mode'>, mode: number): void {
  const descriptor = openSync(place, pathOnly | (isHandle(place) ? 0 : constants.O_NOFOLLOW))
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
const isHandle = (place: Buffer): boolean => /^\/proc\/self\/fd\/\d+$/.test(place.toString('latin1'))

export function removeIfThere(place: Buffer): void {
  try {
    unlinkSync(place)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    // On a read-only disk the kernel says so before it looks whether there is such a file.
    if (code === 'EROFS' && lstatSync(place, { throwIfNoEntry: false }) === undefined) return
    throw error
  }
}
