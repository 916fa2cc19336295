import { readdirSync } from 'node:fs'
import { lstatOrNull, realPathOrNull } from '@poundlock/state-files/node'
import { listFolder } from '../paths/folder-listings.ts'
import { readPlainFile } from '../paths/read-plain-file.ts'
import type { AnchoredFolder } from '../sweep/anchored-folder.ts'
import { FAN_OUT, LOOSE_OBJECT } from './history-names.ts'
import { type KeptHistory, type KeptObject, objectPath, readObject } from './kept-history.ts'
import { type PackIndex, readPackIndex } from './pack-index.ts'

/** Files of objects, as `folder/name`. */
export interface LostObjects {
  /** Missing objects that no other file holds. */
  readonly removed: readonly string[]
  /** Objects with another content than before. */
  readonly changed: readonly string[]
}

/** Of files that are compared. */
const LARGEST = 2 * 1024 ** 3

/**
 * Finds the objects that a repository has lost since they were kept. Objects that git has put into another pack are not
 * lost.
 *
 * @param since milliseconds: files that were not touched since are unchanged
 */
export function findLostObjects(git: AnchoredFolder, kept: KeptHistory, store: string, since: number): LostObjects {
  const objects = git.enter('objects')
  const removed: string[] = []
  const changed: string[] = []
  try {
    const path = objects === null ? null : shortPath(objects)
    const folders = path === null ? new Set<string>() : foldersIn(path)
    for (const [name, files] of kept.objects) {
      lookInto(folders.has(name) ? `${path!}/${name}` : null, name, files, { store, since, removed, changed })
    }
    if (removed.length === 0) return { removed, changed }
    const elsewhere = objects === null ? NOTHING : readObjects(objects, hashOf(kept))
    return { removed: withoutExplained(removed, elsewhere, objects, store, hashOf(kept)), changed }
  } finally {
    objects?.close()
  }
}

interface Look {
  readonly store: string
  readonly since: number
  readonly removed: string[]
  readonly changed: string[]
}

/**
 * The present path of a folder: thousands of files are found in half the time that way. A change of the path by another
 * command is found after that command.
 */
function shortPath(folder: AnchoredFolder): string {
  return realPathOrNull(folder.entry('.')) ?? folder.entry('.')
}

/** @param folder its path; `null` where it is missing, or no folder */
function lookInto(
  folder: string | null,
  name: string,
  files: ReadonlyMap<string, KeptObject>,
  { store, since, removed, changed }: Look,
): void {
  for (const [file, object] of files) {
    const stats = folder === null ? null : lstatOrNull(`${folder}/${file}`)
    if (stats?.isFile() !== true) removed.push(`${name}/${file}`)
    else if (stats.size !== object.size) changed.push(`${name}/${file}`)
    // Git updates the time of an object instead of writing it again.
    else if (
      object.copied &&
      stats.ctimeMs >= since &&
      !isSame(`${folder!}/${file}`, readObject(store, name, file, object))
    ) {
      changed.push(`${name}/${file}`)
    }
  }
}

/** The folders in a folder, no links: one question instead of one for each of 256. */
function foldersIn(path: string): ReadonlySet<string> {
  try {
    return new Set(listFolder(path).entries.flatMap(({ name, kind }) => (kind === 'folder' ? [name] : [])))
  } catch {
    return new Set()
  }
}

function isSame(path: string, then: Uint8Array | null): boolean {
  // A copy that is gone says nothing.
  if (then === null) return true
  return readPlainFile(path, LARGEST)?.equals(then) === true
}

/** The objects of a repository: by name, loose or in packs. */
export type Objects = (object: Uint8Array) => boolean

const NOTHING: Objects = () => false

/** Whether a repository has an object, loose or in a pack. */
export function objectsOf(git: AnchoredFolder, kept: KeptHistory): { has: Objects; close: () => void } {
  const objects = git.enter('objects')
  return {
    has: objects === null ? NOTHING : readObjects(objects, hashOf(kept)),
    close: () => objects?.close(),
  }
}

/** The length of names in bytes. */
function hashOf(kept: KeptHistory): number {
  for (const [folder, files] of kept.objects) {
    if (folder === 'pack') continue
    for (const name of files.keys()) return (name.length + 2) / 2
  }
  for (const name of kept.objects.get('pack')?.keys() ?? []) if (name.length > 60) return 32
  return 20
}

function readObjects(objects: AnchoredFolder, hash: number): Objects {
  const packs: PackIndex[] = []
  const pack = objects.enter('pack')
  try {
    const names = pack === null ? [] : readdirSync(pack.entry('.'))
    for (const name of names) {
      // Without the pack, its index says nothing.
      if (!name.endsWith('.idx') || !names.includes(name.replace(/idx$/, 'pack'))) continue
      const index = readPackIndex(pack!.entry(name), hash)
      if (index !== null) packs.push(index)
    }
  } finally {
    pack?.close()
  }
  return (object) => packs.some((index) => index.has(object)) || isLoose(objects, object)
}

function isLoose(objects: AnchoredFolder, object: Uint8Array): boolean {
  const name = Buffer.from(object).toString('hex')
  const folder = objects.enter(name.slice(0, 2))
  if (folder === null) return false
  try {
    return lstatOrNull(folder.entry(name.slice(2)))?.isFile() === true
  } finally {
    folder.close()
  }
}

function withoutExplained(
  removed: readonly string[],
  has: Objects,
  objects: AnchoredFolder | null,
  store: string,
  hash: number,
): readonly string[] {
  const wholePacks = new Map<string, boolean>()
  const isWhole = (pack: string): boolean => {
    let known = wholePacks.get(pack)
    if (known === undefined)
      wholePacks.set(pack, (known = isElsewhere(objectPath(store, 'pack', `${pack}.idx`), has, hash)))
    return known
  }
  return removed.filter((path) => {
    const [folder = '', name = ''] = path.split('/')
    if (FAN_OUT.test(folder) && LOOSE_OBJECT.test(name)) return !has(Buffer.from(folder + name, 'hex'))
    const pack = name.replace(/\.[a-z]+$/, '')
    // Files of a pack that still exists.
    if (stands(objects, `${pack}.pack`) && !name.endsWith('.keep')) return true
    return (name.endsWith('.pack') || name.endsWith('.idx')) && !isWhole(pack)
  })
}

function stands(objects: AnchoredFolder | null, name: string): boolean {
  const pack = objects?.enter('pack') ?? null
  if (pack === null) return false
  try {
    return lstatOrNull(pack.entry(name))?.isFile() === true
  } finally {
    pack.close()
  }
}

/** True when each object of a pack that was kept is somewhere else now. */
function isElsewhere(index: string, has: Objects, hash: number): boolean {
  const kept = readPackIndex(index, hash)
  if (kept === null) return false
  for (let at = 0; at < kept.count; at += 1) if (!has(kept.at(at))) return false
  return true
}
