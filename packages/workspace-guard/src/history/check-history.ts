import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AnchoredFolder, anchorFolder } from '../sweep/anchored-folder.ts'
import type { Quarantined } from '../sweep/quarantine.ts'
import { NEVER_REMOVED } from './history-names.ts'
import type { KeptHistory } from './kept-history.ts'
import { findLostObjects, objectsOf } from './lost-objects.ts'
import { makeFolders, putFile, putObject, type PutBackPlace, type StoredObject } from './put-back.ts'
import { type FilesNow, readFilesNow } from './read-files.ts'
import { compareReferences, isReference, readReferences } from './references.ts'

/** A repository, and its content before a run. */
export interface HistoryContext {
  /** The folder that commands write to. */
  readonly root: string
  /** The repository's own folder, relative to that. */
  readonly path: string
  readonly kept: KeptHistory
  /** Where the copies are. */
  readonly store: string
  readonly quarantine: string
  /** Milliseconds; files that were not touched since are unchanged. */
  readonly since: number
  /** Reports what would be restored, and changes nothing. */
  readonly onlyLook?: boolean
}

/** The number of references that a report names. */
const MOST_NAMES = 5

/**
 * Checks whether a repository still has its content, restores parts that are missing and were not removed by git
 * itself, and reports both. Git's own work is left alone: packing, moving and deleting references, pruning worktrees.
 */
export function checkHistory(context: HistoryContext): readonly Quarantined[] {
  const folder = context.path === '' ? context.root : `${context.root}/${context.path}`
  const git = anchorFolder(folder)
  if (git === null) return []
  try {
    return new Check(context, git).perform()
  } finally {
    git.close()
  }
}

class Check {
  readonly #place: HistoryContext
  readonly #git: AnchoredFolder
  readonly #target: PutBackPlace
  readonly #found: Quarantined[] = []

  constructor(context: HistoryContext, git: AnchoredFolder) {
    this.#place = context
    this.#git = git
    const { uid, gid } = context.kept
    this.#target = { root: context.root, quarantine: context.quarantine, uid, gid }
  }

  perform(): readonly Quarantined[] {
    this.#objects()
    const { kept } = this.#place
    const now = readFilesNow(this.#git, kept.files)
    for (const folder of ['objects', 'refs']) {
      if (kept.folders.has(folder) && !now.folders.has(folder)) this.#folders(folder)
    }
    this.#references(now)
    this.#files(now)
    return this.#found
  }

  #objects(): void {
    const { kept, store, since } = this.#place
    const { removed, changed } = findLostObjects(this.#git, kept, store, since)
    const failed: string[] = []
    for (const path of [...removed, ...changed]) {
      const [folder = '', name = ''] = path.split('/')
      const object = kept.objects.get(folder)?.get(name)
      if (object === undefined) continue
      this.#folders(`objects/${folder}`)
      // The very same file, which was written to, is no copy.
      const isLost = !object.copied && changed.includes(path)
      if (isLost || !this.#putObject(path, { store, folder, name, object })) {
        failed.push(path)
      }
    }
    const count = removed.length + changed.length - failed.length
    const change = changed.length === 0 ? 'removed' : removed.length === 0 ? 'changed' : 'removed or changed'
    if (count > 0) this.#tell('objects', `${String(count)} of its objects were ${change}, and have been put back`)
    if (failed.length > 0) {
      this.#tell(
        'objects',
        `${String(failed.length)} of its objects were ${change} and could not be put back (${failed.slice(0, MOST_NAMES).join(', ')})`,
      )
    }
  }

  #references({ files, folders }: FilesNow): void {
    const { kept } = this.#place
    const before = new Map([...kept.files].map(([path, { content }]) => [path, content] as const))
    const { spoilt, deleted, moved } = compareReferences(before, files, folders)
    const logs = spoilt.filter((path) => path.startsWith('logs/'))
    const others = spoilt.filter((path) => !path.startsWith('logs/'))
    const references = readReferences(before)
    const put = others.filter((path) => this.#putFile(path) || this.#putValue(path, references.get(path)))
    for (const path of logs) this.#putFile(path)
    if (put.length > 0)
      this.#tell(
        'refs',
        `${named(put)} ${put.length === 1 ? 'was' : 'were'} removed or changed otherwise than by git, and ${put.length === 1 ? 'has' : 'have'} been put back`,
      )
    else if (logs.length > 0) this.#tell('logs', 'logs of references were removed, and have been put back')
    for (const [name, value] of deleted.slice(0, MOST_NAMES)) {
      this.#tell(name, `it was deleted; its value was ${value}: "git update-ref ${name} ${value}" brings it back`)
    }
    if (deleted.length > MOST_NAMES) {
      this.#tell(
        'refs',
        `${String(deleted.length - MOST_NAMES)} more references were deleted: ${deleted
          .slice(MOST_NAMES)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
      )
    }
    this.#broken(moved, before)
  }

  /** A reference to a missing object, where no other repository can have it. */
  #broken(moved: readonly (readonly [string, string])[], before: ReadonlyMap<string, Uint8Array | null>): void {
    const { kept } = this.#place
    const config = Buffer.from(kept.files.get('config')?.content ?? '').toString()
    const borrows = kept.files.has('objects/info/alternates') || /^\s*(?:promisor|partialclone)/im.test(config)
    const objects = moved.filter(([, value]) => !value.startsWith('ref:'))
    if (borrows || objects.length === 0) return
    const { has, close } = objectsOf(this.#git, kept)
    try {
      for (const [name, value] of objects) {
        if (has(Buffer.from(value, 'hex'))) continue
        if (before.has(name) ? this.#putFile(name) : this.#remove(name)) {
          this.#tell(name, `it named ${value}, which is no object, and has been put back`)
        }
      }
    } finally {
      close()
    }
  }

  /** A reference that had no file of its own. */
  #putValue(path: string, value: string | undefined): boolean {
    if (value === undefined) return false
    if (this.#place.onlyLook === true) return true
    this.#folders(path.slice(0, path.lastIndexOf('/')))
    return putFile(this.#target, this.#inRoot(path), Buffer.from(`${value}\n`), 0o644)
  }

  /** Its packed value counts again. */
  #remove(name: string): boolean {
    const packed = this.#place.kept.files.get('packed-refs')?.content
    const value = new RegExp(`^([0-9a-f]+) ${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm').exec(
      Buffer.from(packed ?? '').toString(),
    )?.[1]
    return (
      value !== undefined &&
      this.#place.onlyLook !== true &&
      putFile(this.#target, this.#inRoot(name), Buffer.from(`${value}\n`), 0o644)
    )
  }

  #files({ files }: FilesNow): void {
    const { kept } = this.#place
    const missing = [...kept.files.keys()].filter((path) => {
      if (path === 'HEAD' || /^worktrees\/[^/]+\/HEAD$/.test(path)) {
        const head = files.get(path)
        if (head !== undefined) return head === null || !isReference(head)
      }
      if (files.has(path)) return files.get(path) === null
      if (NEVER_REMOVED.has(path) || path.startsWith('hooks/')) return true
      if (path === 'shallow') return !this.#hasNewPacks()
      return /^worktrees\/[^/]+\//.test(path) && this.#worktreeStands(path.split('/')[1]!)
    })
    const put = missing.filter((path) => this.#putFile(path))
    if (this.#tablesAreGone(files))
      put.push(...[...kept.files.keys()].filter((path) => path.startsWith('reftable/') && this.#putFile(path)))
    if (put.length > 0)
      this.#tell(
        put.length === 1 ? put[0]! : '',
        `${named(put)} ${put.length === 1 ? 'was' : 'were'} removed or spoilt, and ${put.length === 1 ? 'has' : 'have'} been put back`,
      )
  }

  /** Git removes this with the worktree's folder; if that folder still exists, another program removed it. */
  #worktreeStands(name: string): boolean {
    const pointer = this.#place.kept.files.get(`worktrees/${name}/gitdir`)?.content
    if (pointer == null) return false
    const { folder } = this.#place.kept
    return existsSync(resolve(folder, 'worktrees', name, Buffer.from(pointer).toString().trimEnd()))
  }

  /** A fetch that brings all there is needs no list of where history ends. */
  #hasNewPacks(): boolean {
    const now = this.#git.enter('objects')?.enter('pack')
    const known = this.#place.kept.objects.get('pack')
    if (now == null) return false
    try {
      return listOf(now).some((name) => name.endsWith('.pack') && known?.has(name) !== true)
    } finally {
      now.close()
    }
  }

  #tablesAreGone(files: FilesNow['files']): boolean {
    if (!this.#place.kept.files.has('reftable/tables.list')) return false
    const list = files.get('reftable/tables.list')
    if (list == null) return true
    return Buffer.from(list)
      .toString()
      .split('\n')
      .some((name) => name !== '' && files.get(`reftable/${name}`) == null)
  }

  #putFile(path: string): boolean {
    const kept = this.#place.kept.files.get(path)
    if (kept?.content == null) return false
    if (this.#place.onlyLook === true) return true
    const above = path.slice(0, path.lastIndexOf('/') + 1)
    if (above !== '') this.#folders(above.slice(0, -1))
    return putFile(this.#target, this.#inRoot(path), kept.content, kept.mode)
  }

  #putObject(path: string, stored: StoredObject): boolean {
    return this.#place.onlyLook === true || putObject(this.#target, this.#inRoot(`objects/${path}`), stored)
  }

  #folders(path: string): void {
    if (this.#place.onlyLook === true) return
    this.#found.push(...makeFolders(this.#target, this.#inRoot(path)))
  }

  #inRoot(path: string): string {
    return this.#place.path === '' ? path : path === '' ? this.#place.path : `${this.#place.path}/${path}`
  }

  #tell(path: string, reason: string): void {
    this.#found.push({ path: this.#inRoot(path), movedTo: '', reason })
  }
}

function named(paths: readonly string[]): string {
  const names = paths.slice(0, MOST_NAMES).join(', ')
  return paths.length > MOST_NAMES ? `${names} and ${String(paths.length - MOST_NAMES)} more` : names
}

function listOf(folder: AnchoredFolder): readonly string[] {
  return readdirSync(folder.entry('.'))
}
