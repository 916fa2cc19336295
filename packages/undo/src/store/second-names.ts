import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { lstatOrNull, makeOwnFolder, namesIn } from '@poundlock/state-files/node'
import { type BytePath, type FolderTree, nameOf, parentOf } from '@poundlock/try'
import type { WorkspaceEntry } from '../entry.ts'

/**
 * Second names (hard links) of the files that a run is known to delete: an undo gives such a file its name back, which
 * is much faster than to write it anew. Their contents are kept as well, and compared before one is used: a program that
 * still has the file open may write to it.
 */
export class SecondNames {
  readonly #folder: string

  /** @param folder of the store; a second name needs the file system of the workspace */
  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Gives files a second name, as long as there is room. A name is the number of the inode. That changes their `ctime`.
   *
   * @param room bytes
   */
  make(run: string, tree: FolderTree, entries: Iterable<readonly [BytePath, WorkspaceEntry]>, room: number): void {
    const folder = join(this.#folder, run)
    let isMade = false
    let left = room
    for (const [path, entry] of entries) {
      if (entry.kind !== 'file' || entry.kept === undefined || entry.size > left) continue
      try {
        const source = tree.folder(parentOf(path)!)?.entry(nameOf(path))
        if (source === undefined) continue
        if (!isMade) makeOwnFolder(folder)
        isMade = true
        linkSync(source, join(folder, String(entry.ino)))
        left -= entry.size
      } catch (error) {
        // It cannot have one, or has one as another name of the same file. Then it is written anew.
        if ((error as NodeJS.ErrnoException).code === 'EXDEV') break
      }
    }
  }

  /**
   * Removes the names of files that have another one: they were not deleted, or moved. That changes their `ctime`.
   *
   * @returns bytes of the others, and the inodes of those
   */
  settle(run: string): { readonly held: number; readonly alive: ReadonlySet<number> } {
    const folder = join(this.#folder, run)
    const alive = new Set<number>()
    let held = 0
    for (const name of namesIn(folder)) {
      const path = join(folder, name)
      const { nlink, size, ino } = lstatSync(path)
      if (nlink === 1) held += size
      else {
        unlinkSync(path)
        alive.add(ino)
      }
    }
    if (held === 0) this.remove(run)
    return { held, alive }
  }

  /**
   * Gives a deleted file its name back.
   *
   * @param runs that may have deleted it
   * @param hasContent whether an open file of the size of the entry has the content that is wanted
   * @returns false where it has to be written anew
   */
  giveBack(
    runs: readonly string[],
    entry: WorkspaceEntry,
    place: Buffer,
    hasContent: (descriptor: number) => boolean,
  ): boolean {
    return runs.some((run) => {
      const path = `${this.#folder}/${run}/${String(entry.ino)}`
      try {
        const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
        try {
          if (!isDeleted(entry, fstatSync(file)) || !hasContent(file)) return false
        } finally {
          closeSync(file)
        }
        renameSync(path, place)
        return true
      } catch {
        return false
      }
    })
  }

  /** Whether a run has second names. */
  has(run: string): boolean {
    return lstatOrNull(join(this.#folder, run)) !== null
  }

  /** The runs that have second names. */
  runs(): readonly string[] {
    return namesIn(this.#folder)
  }

  remove(run: string): void {
    rmSync(join(this.#folder, run), { recursive: true, force: true })
  }
}

/** Whether the last name of a file is a second name, and the file is as it was but for its content. */
const isDeleted = (entry: WorkspaceEntry, stats: Stats): boolean =>
  stats.isFile() &&
  stats.nlink === 1 &&
  stats.size === entry.size &&
  stats.mtimeMs === entry.mtimeMs &&
  (stats.mode & 0o7777) === entry.mode &&
  stats.uid === entry.uid &&
  stats.gid === entry.gid
