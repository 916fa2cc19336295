import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { withinFolder } from '../sweep/anchored-folder.ts'
import { type Quarantined, quarantine } from '../sweep/quarantine.ts'
import { setMode } from '../sweep/set-mode.ts'
import { type KeptObject, objectPath, readObject } from './kept-history.ts'

export interface PutBackPlace {
  /** The folder that commands write to. */
  readonly root: string
  readonly quarantine: string
  /** To whom files belong; only as root. */
  readonly uid: number
  readonly gid: number
}

/** An object, and the store that has its copy. */
export interface StoredObject {
  readonly store: string
  readonly folder: string
  readonly name: string
  readonly object: KeptObject
}

/** Makes the folders of a path; an entry in their place that is no folder goes to the quarantine. */
export function makeFolders(
  { root, quarantine: folder, uid, gid }: PutBackPlace,
  path: string,
): readonly Quarantined[] {
  const moved: Quarantined[] = []
  const parts = path.split('/')
  for (let count = 1; count <= parts.length; count += 1) {
    const part = parts.slice(0, count).join('/')
    const kind = withinFolder(root, part, (entryPath) => {
      const stats = lstatSync(entryPath, { throwIfNoEntry: false })
      return stats === undefined ? 'missing' : stats.isDirectory() ? 'folder' : 'other'
    })
    if (kind === 'folder') continue
    if (kind === 'other') {
      const found = quarantine(root, part, 'it stood where the history of a repository is', folder)
      if (found !== null) moved.push(found)
    }
    withinFolder(root, part, (entryPath) => {
      mkdirSync(entryPath)
      give(entryPath, uid, gid)
    })
  }
  return moved
}

let made = 0

function replace(entryPath: PutBackPlace, path: string, write: (target: string) => void): boolean {
  made += 1
  const temporary = `${path}.poundlock-${String(process.pid)}-${String(made)}`
  const done = withinFolder(entryPath.root, path, (target) =>
    withinFolder(entryPath.root, temporary, (first) => {
      try {
        write(first)
        give(first, entryPath.uid, entryPath.gid)
        if (lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(target, { recursive: true })
        renameSync(first, target)
        return true
      } catch (error) {
        rmSync(first, { force: true })
        throw error
      }
    }),
  )
  return done === true
}

/** Puts a small file back as it was, in one step. */
export function putFile(entryPath: PutBackPlace, path: string, content: Uint8Array, mode: number): boolean {
  return replace(entryPath, path, (target) => {
    const descriptor = openSync(target, 'wx', mode)
    try {
      fchmodSync(descriptor, mode)
      writeFileSync(descriptor, content)
    } finally {
      closeSync(descriptor)
    }
  })
}

/** Puts an object back; false where its copy is gone. */
export function putObject(
  entryPath: PutBackPlace,
  path: string,
  { store, folder, name, object }: StoredObject,
): boolean {
  const content = object.batch === undefined ? null : readObject(store, folder, name, object)
  if (object.batch !== undefined) return content !== null && putFile(entryPath, path, content, 0o444)
  return putOwnFile(entryPath, path, objectPath(store, folder, name), object.copied)
}

function putOwnFile(entryPath: PutBackPlace, path: string, copy: string, copied: boolean): boolean {
  if (lstatSync(copy, { throwIfNoEntry: false }) === undefined) return false
  return replace(entryPath, path, (target) => {
    if (copied) {
      copyFileSync(copy, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      setMode(target, 0o444)
    } else linkSync(copy, target)
  })
}

function give(path: string, uid: number, gid: number): void {
  if (process.geteuid?.() === 0) lchownSync(path, uid, gid)
}
