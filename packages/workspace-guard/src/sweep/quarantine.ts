import { randomUUID } from 'node:crypto'
import { cpSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openClosed, withinFolder } from './anchored-folder.ts'

/** Something that a command made where it must not, and where it is now. */
export interface Quarantined {
  /** Relative to the workspace, or to `root`. */
  readonly path: string
  /** The folder that it is relative to, where that is a write path and not the workspace. */
  readonly root?: string
  /** Absolute; outside of the workspace, where nothing executes or obeys it. */
  readonly movedTo: string
  /** Why it may not be there, for people. */
  readonly reason: string
}

/**
 * Moves an entry of the workspace to a folder of its own below `folder`. An entry that cannot be kept, for want of
 * space, is deleted: it must not stay where a program obeys it.
 *
 * @returns `null` when it is gone
 * @throws the error of the file system when it cannot even be deleted
 */
export function quarantine(workspace: string, path: string, reason: string, folder: string): Quarantined | null {
  return withinFolder(workspace, path, (source) => {
    if (lstatSync(source, { throwIfNoEntry: false }) === undefined) return null
    const target = join(folder, randomUUID())
    const movedTo = join(target, basename(path))
    try {
      openClosed(source, 0)
      keep(source, target, movedTo)
      return { path, movedTo, reason }
    } catch (error) {
      rmSync(source, { recursive: true, force: true })
      rmSync(target, { recursive: true, force: true })
      const { code = 'an error' } = error as NodeJS.ErrnoException
      return { path, movedTo: '', reason: `${reason}; it could not be kept (${code}), so it was deleted` }
    }
  })
}

/** Levels of folders that are opened to be copied: a descriptor is held for each. */
const DEEPEST_OPENED = 64

function keep(source: string, target: string, movedTo: string): void {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  try {
    renameSync(source, movedTo)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    openClosed(source, DEEPEST_OPENED)
    // Another file system: links stay links, so nothing outside is copied.
    cpSync(source, movedTo, { recursive: true, verbatimSymlinks: true, dereference: false })
    rmSync(source, { recursive: true, force: true })
  }
}
