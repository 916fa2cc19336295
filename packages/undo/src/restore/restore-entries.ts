import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  futimesSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  type Stats,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { type BytePath, bytesOf, type FolderHandle, FolderTree, nameOf, parentOf } from '@poundlock/try'
import type { WorkspaceEntry } from '../entry.ts'
import type { ContentStore } from '../store/content-store.ts'
import type { SecondNames } from '../store/second-names.ts'
import { isOnlyMode, type LeftPath, type LeftReason, type UndoStep } from './plan-undo.ts'

export interface RestoreOptions {
  readonly workspace: string
  readonly contents: ContentStore
  readonly secondNames: SecondNames
  /** The runs that are undone. */
  readonly runs: readonly string[]
  /** The name of unfinished files, in the folder of each. */
  readonly unfinished: BytePath
}

/**
 * Performs the steps of an undo: first what has to go, the innermost first, then what has to come, the outermost first,
 * and the modes of folders last. Folders are entered without following links, and each path is compared with the plan
 * right before it is changed.
 *
 * @returns the paths that were left as they were
 */
export function restoreEntries(steps: readonly UndoStep[], options: RestoreOptions): readonly LeftPath[] {
  return new Restorer(options).perform(steps)
}

class Restorer {
  readonly #options: RestoreOptions
  readonly #tree: FolderTree
  readonly #left: LeftPath[] = []
  /** Folders whose mode is set at the end. */
  readonly #modes = new Map<BytePath, number>()
  readonly #asRoot = process.geteuid?.() === 0

  constructor(options: RestoreOptions) {
    this.#options = options
    this.#tree = new FolderTree(options.workspace)
  }

  perform(steps: readonly UndoStep[]): readonly LeftPath[] {
    try {
      const goes = ({ target, now }: UndoStep) => now !== null && (target === null || target.kind !== now.kind)
      for (const step of steps.filter(goes).toReversed()) this.#try(step, () => this.#remove(step))
      const left = new Set(this.#left.map(({ path }) => path))
      for (const step of steps) {
        if (step.target !== null && !left.has(step.path)) this.#try(step, () => this.#bring(step, step.target!))
      }
      const folders = [...this.#modes].toSorted(([one], [other]) => (one < other ? 1 : -1))
      for (const [path, mode] of folders) this.#setFolderMode(path, mode)
    } finally {
      this.#tree.close()
    }
    return this.#left
  }

  #try(step: UndoStep, action: () => LeftReason | null): void {
    const { path } = step
    try {
      const reason = action()
      if (reason !== null) this.#left.push({ path, reason })
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException
      this.#left.push(code === 'ENOTEMPTY' ? { path, reason: 'not-empty' } : { path, reason: 'failed', detail: code })
    }
  }

  #remove({ path, now }: UndoStep): LeftReason | null {
    const folder = this.#folderOf(path)
    if (folder === null) return 'folder-changed'
    const place = folder.entry(nameOf(path))
    if (!isStill(lstatSync(place, { throwIfNoEntry: false }), now)) return 'changed-since'
    if (now?.kind === 'folder') rmdirSync(place)
    else unlinkSync(place)
    return null
  }

  #bring({ path, now }: UndoStep, target: WorkspaceEntry): LeftReason | null {
    const folder = this.#folderOf(path)
    if (folder === null) return 'folder-changed'
    const place = folder.entry(nameOf(path))
    const replaced = now?.kind === target.kind ? now : null
    if (!isStill(lstatSync(place, { throwIfNoEntry: false }), replaced)) return 'changed-since'
    if (target.kind === 'folder') return this.#bringFolder(path, place, target, replaced)
    if (target.kind === 'link') return this.#bringLink(folder, place, target, replaced)
    if (isOnlyMode(target, replaced)) {
      chmodSync(place, target.mode)
      return null
    }
    if (replaced === null && this.#givesBack(place, target)) return null
    return this.#bringFile(folder, place, target)
  }

  #bringFolder(path: BytePath, place: Buffer, target: WorkspaceEntry, replaced: WorkspaceEntry | null): null {
    if (replaced === null) {
      mkdirSync(place, 0o700)
      if (this.#asRoot) lchownSync(place, target.uid, target.gid)
    }
    this.#modes.set(path, target.mode)
    return null
  }

  #bringLink(folder: FolderHandle, place: Buffer, target: WorkspaceEntry, replaced: WorkspaceEntry | null): null {
    const unfinished = folder.entry(this.#options.unfinished)
    symlinkSync(bytesOf(target.target ?? ''), replaced === null ? place : unfinished)
    if (this.#asRoot) lchownSync(replaced === null ? place : unfinished, target.uid, target.gid)
    if (replaced !== null) renameSync(unfinished, place)
    return null
  }

  /** Gives a deleted file its name back, if that is possible. */
  #givesBack(place: Buffer, target: WorkspaceEntry): boolean {
    const { runs, secondNames, contents } = this.#options
    const { kept } = target
    return (
      kept !== undefined &&
      secondNames.giveBack(runs, target, place, (file) => contents.equals(kept, file, target.size))
    )
  }

  /** Beside its place first, so that after a kill there is the one or the other. */
  #bringFile(folder: FolderHandle, place: Buffer, target: WorkspaceEntry): LeftReason | null {
    const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
    const unfinished = folder.entry(this.#options.unfinished)
    const descriptor = openSync(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    try {
      const isWritten = target.kept !== undefined && this.#options.contents.write(target.kept, descriptor)
      if (!isWritten) {
        unlinkSync(unfinished)
        return 'lost'
      }
      if (this.#asRoot) fchownSync(descriptor, target.uid, target.gid)
      fchmodSync(descriptor, target.mode)
      futimesSync(descriptor, target.mtimeMs / 1000, target.mtimeMs / 1000)
      renameSync(unfinished, place)
      return null
    } catch (error) {
      removeQuietly(unfinished)
      throw error
    } finally {
      closeSync(descriptor)
    }
  }

  /** The folder that holds a path, opened for writing to where its mode forbids that; `null` where a link leads there. */
  #folderOf(path: BytePath): FolderHandle | null {
    const parent = parentOf(path)!
    const folder = this.#tree.folder(parent)
    if (folder === null || this.#asRoot || this.#modes.has(parent)) return folder
    const { mode } = lstatSync(`${folder.path}/.`)
    if ((mode & 0o300) !== 0o300) {
      chmodSync(folder.path, (mode & 0o7777) | 0o700)
      this.#modes.set(parent, mode & 0o7777)
    }
    return folder
  }

  #setFolderMode(path: BytePath, mode: number): void {
    try {
      const folder = this.#tree.folder(path)
      if (folder !== null) chmodSync(folder.path, mode)
    } catch (error) {
      this.#left.push({ path, reason: 'failed', detail: (error as NodeJS.ErrnoException).code ?? String(error) })
    }
  }
}

/** Whether a path is as it was when the undo was planned. */
function isStill(stats: Stats | undefined, planned: WorkspaceEntry | null): boolean {
  if (stats === undefined || planned === null) return stats === undefined && planned === null
  if (stats.ino !== planned.ino) return false
  return planned.kind !== 'file' || (stats.isFile() && stats.size === planned.size && stats.mtimeMs === planned.mtimeMs)
}

function removeQuietly(place: Buffer): void {
  try {
    unlinkSync(place)
  } catch {
    // It was never made.
  }
}
