import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { realPathOrNull } from '@poundlock/state-files/node'
import { listFolder } from '../paths/folder-listings.ts'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { type AnchoredFolder, anchorFolder } from '../sweep/anchored-folder.ts'
import { identityOf } from '../sweep/kept-tree.ts'
import { pathOfOpen } from '../sweep/open-entry.ts'
import { FAN_OUT, isLeftOut, LOOSE_OBJECT, PACK_FILE } from './history-names.ts'
import {
  type KeptFile,
  type KeptHistory,
  type KeptObject,
  objectPath,
  readHistory,
  STALE_FOR,
  writeHistory,
} from './kept-history.ts'
import { forgetBatches, LooseBatch } from './loose-batch.ts'

/** Limits for references, logs and the like; real repositories stay below. */
const MOST_FILES = 20_000
const LARGEST_FILE = 32 * 1024 ** 2
const MOST_BYTES = 64 * 1024 ** 2
/** Bytes of objects that are copied where the file system cannot share blocks; larger ones get a second name. */
const MOST_COPIED = 256 * 1024 ** 2
/** A folder may be changed again within the same tick of the clock of its times. */
const TICK = 1000

/**
 * Keeps the content of a repository's own folder, so that it can be restored: small files as they are, objects as
 * copies that share their blocks where the file system can, or as second names of the same file where they are large.
 * Only changes since the last time are read.
 *
 * @param before the kept state; it is read from the store unless given
 * @returns `null` where the folder is missing, or cannot be read
 */
export function captureHistory(folder: string, store: string, before: KeptHistory | null): KeptHistory | null {
  const anchor = anchorFolder(folder)
  if (anchor === null) return null
  let capture: Capture | null = null
  try {
    const stats = lstatSync(anchor.entry('.'))
    const known = before ?? readHistory(store)
    const last = known?.identity === identityOf(stats) ? known : null
    if (known === null) forgetFirstFormat(store)
    capture = new Capture(store, last)
    capture.files(anchor, '')
    const objects = anchor.enter('objects')
    if (objects !== null) {
      try {
        capture.objects(objects)
      } finally {
        objects.close()
      }
    }
    const kept: KeptHistory = {
      format: 2,
      folder,
      identity: identityOf(stats),
      parent: identityOf(lstatSync(dirname(folder))),
      uid: stats.uid,
      gid: stats.gid,
      ...capture.result(),
    }
    if (last !== null && !capture.changed && last.folder === folder && last.parent === kept.parent) return last
    writeHistory(store, kept)
    forgetBatches(store, { now: batchesOf(kept), before: batchesOf(last) }, STALE_FOR)
    return kept
  } catch {
    capture?.discard()
    return null
  } finally {
    anchor.close()
  }
}

function batchesOf(kept: KeptHistory | null): ReadonlySet<string> {
  const files = new Set<string>()
  for (const names of kept?.objects.values() ?? []) {
    for (const { batch } of names.values()) if (batch !== undefined) files.add(batch.file)
  }
  return files
}

/** It had a file for each object. */
function forgetFirstFormat(store: string): void {
  const folder = join(store, 'objects')
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return
  for (const name of readdirSync(folder)) if (FAN_OUT.test(name)) rmSync(join(folder, name), { recursive: true })
}

class Capture {
  changed = false
  readonly #batch: LooseBatch
  readonly #store: string
  readonly #last: KeptHistory | null
  readonly #files = new Map<string, KeptFile>()
  readonly #folders = new Set<string>()
  readonly #objects = new Map<string, ReadonlyMap<string, KeptObject>>()
  readonly #listed = new Map<string, string>()
  readonly #stale: Map<string, number>
  /** The present path of the folder of objects. */
  #path = ''
  #bytes = 0
  #copied = 0
  #complete = true

  constructor(store: string, last: KeptHistory | null) {
    this.#store = store
    this.#last = last
    this.#batch = new LooseBatch(store)
    this.#stale = new Map(last?.stale)
    for (const names of last?.objects.values() ?? []) {
      for (const { copied, size } of names.values()) if (copied) this.#copied += size
    }
  }

  result(): Pick<KeptHistory, 'files' | 'folders' | 'objects' | 'listed' | 'stale' | 'complete'> {
    if (
      this.#last !== null &&
      (this.#files.size !== this.#last.files.size || this.#folders.size !== this.#last.folders.size)
    ) {
      this.changed = true
    }
    this.#forget()
    this.#batch.finish()
    return {
      files: this.#files,
      folders: this.#folders,
      objects: this.#objects,
      listed: this.#listed,
      stale: this.#stale,
      complete: this.#complete,
    }
  }

  discard(): void {
    this.#batch.discard()
  }

  /** Everything that is small, by way of folders that are held. */
  files(folder: AnchoredFolder, path: string): void {
    for (const entry of readdirSync(folder.entry('.'), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (isLeftOut(inside)) continue
      if (this.#files.size >= MOST_FILES) {
        this.#complete = false
        return
      }
      if (entry.isDirectory()) {
        this.#folders.add(inside)
        const inner = folder.enter(entry.name)
        if (inner === null) continue
        try {
          this.files(inner, inside)
        } finally {
          inner.close()
        }
      } else if (entry.isFile()) this.#file(folder.entry(entry.name), inside)
    }
  }

  #file(source: string, path: string): void {
    const stats = lstatSync(source, { throwIfNoEntry: false })
    if (stats === undefined) return
    const stamp = stampOf(stats)
    const last = this.#last?.files.get(path)
    if (last?.stamp === stamp) {
      this.#files.set(path, last)
      this.#bytes += last.content?.length ?? 0
      return
    }
    this.changed = true
    const fits = stats.size <= LARGEST_FILE && this.#bytes + stats.size <= MOST_BYTES
    const content = fits ? readPlainFile(source, LARGEST_FILE) : null
    if (content === null) this.#complete = false
    this.#bytes += content?.length ?? 0
    this.#files.set(path, { stamp, mode: stats.mode & 0o777, content })
  }

  objects(objects: AnchoredFolder): void {
    this.#path = realPathOrNull(objects.entry('.')) ?? objects.entry('.')
    for (const { name } of listFolder(this.#path).entries) {
      if (name === 'pack') this.#folder(objects, name, PACK_FILE)
      else if (FAN_OUT.test(name)) this.#folder(objects, name, LOOSE_OBJECT)
    }
    const alternates = lstatSync(objects.entry('info/alternates'), { throwIfNoEntry: false })
    if (alternates?.isFile() === true) this.#file(objects.entry('info/alternates'), 'objects/info/alternates')
    for (const [name, kept] of this.#last?.objects ?? []) {
      if (this.#objects.has(name)) continue
      this.changed = true
      for (const object of kept.keys()) this.#gone(`${name}/${object}`)
    }
  }

  #folder(objects: AnchoredFolder, name: string, wanted: RegExp): void {
    // A path is found in half the time. Where another command has replaced it, the stamps differ.
    const stats = lstatSync(`${this.#path}/${name}`, { throwIfNoEntry: false })
    if (stats?.isDirectory() !== true) return
    const stamp = stampOf(stats)
    const last = this.#last?.objects.get(name)
    if (last !== undefined && this.#last?.listed.get(name) === stamp) {
      this.#objects.set(name, last)
      this.#listed.set(name, stamp)
      return
    }
    const folder = objects.enter(name)
    if (folder === null) return
    const kept = new Map<string, KeptObject>()
    try {
      // Removed objects leave the list.
      for (const object of readdirSync(folder.entry('.'))) {
        if (!wanted.test(object)) continue
        const found = last?.get(object) ?? this.#copy(folder.entry(object), name, object)
        if (found !== null) kept.set(object, found)
        this.#stale.delete(`${name}/${object}`)
      }
    } finally {
      folder.close()
    }
    this.changed = true
    for (const object of last?.keys() ?? []) if (!kept.has(object)) this.#gone(`${name}/${object}`)
    this.#objects.set(name, kept)
    if (Date.now() - stats.ctimeMs > TICK) this.#listed.set(name, stamp)
  }

  #copy(source: string, folder: string, name: string): KeptObject | null {
    const target = objectPath(this.#store, folder, name)
    try {
      const kept = keepObject(source, target, {
        copied: this.#copied,
        batch: folder === 'pack' ? null : this.#batch,
        name: `${folder}${name}`,
      })
      if (kept?.copied === true) this.#copied += kept.size
      if (kept === null) this.#complete = false
      return kept
    } catch {
      this.#complete = false
      return null
    }
  }

  #gone(path: string): void {
    // Those in batches are forgotten with these.
    if (!path.startsWith('pack/')) return
    if (!this.#stale.has(path)) this.#stale.set(path, Date.now())
  }

  #forget(): void {
    for (const [path, since] of this.#stale) {
      if (Date.now() - since < STALE_FOR) continue
      this.#stale.delete(path)
      this.changed = true
      const [folder = '', name = ''] = path.split('/')
      rmSync(objectPath(this.#store, folder, name), { force: true })
    }
  }
}

export function stampOf(stats: Stats): string {
  return `${String(stats.ino)}:${String(stats.size)}:${String(stats.ctimeMs)}:${String(stats.mtimeMs)}`
}

/** Files that are read at once. */
const SMALL = 1024 ** 2
let made = 0

interface Keeping {
  /** Bytes that were copied so far. */
  readonly copied: number
  /** For small files; `null` where each has a file of its own. */
  readonly batch: LooseBatch | null
  readonly name: string
}

/**
 * Keeps a file under another name: a copy where that is cheap, else the same file. `null` for an entry that is no file.
 */
function keepObject(source: string, target: string, { copied, batch, name }: Keeping): KeptObject | null {
  const known = batch === null ? lstatSync(target, { throwIfNoEntry: false }) : undefined
  if (known !== undefined) return { copied: known.nlink === 1, size: known.size }
  const descriptor = openSync(
    source,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY,
  )
  made += 1
  const temporary = `${target}.${String(process.pid)}.${String(made)}`
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return null
    if (batch !== null && stats.size <= SMALL) {
      const content = readFileSync(descriptor)
      return { copied: true, size: content.length, batch: batch.add(name, content) }
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    let isCopy = true
    if (stats.size <= SMALL) writeFileSync(temporary, readFileSync(descriptor), { mode: 0o400, flag: 'wx' })
    else isCopy = copyLarge(descriptor, source, temporary, copied + stats.size <= MOST_COPIED)
    renameSync(temporary, target)
    return { copied: isCopy, size: stats.size }
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** @returns whether it is a file of its own */
function copyLarge(descriptor: number, source: string, target: string, mayCopy: boolean): boolean {
  const opened = pathOfOpen(descriptor, source)
  try {
    copyFileSync(opened, target, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL)
    return true
  } catch {
    // The file system shares no blocks between files.
    rmSync(target, { force: true })
  }
  if (mayCopy) copyFileSync(opened, target, constants.COPYFILE_EXCL)
  else linkSync(source, target)
  return mayCopy
}
