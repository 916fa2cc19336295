import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { type BatchPlace, readBatched } from './loose-batch.ts'

/** A file of a repository's own folder that is small, and changes. */
export interface KeptFile {
  /** Changes with every change. */
  readonly stamp: string
  readonly mode: number
  /** `null` of one that is too large to be kept. */
  readonly content: Uint8Array | null
}

/** A file of objects, of which a copy lies in the store. */
export interface KeptObject {
  /** False where it is the very same file, since it is large: then it is safe from being removed, not from being changed. */
  readonly copied: boolean
  readonly size: number
  /** Where the copy lies, together with others; absent where it is a file of its own. */
  readonly batch?: BatchPlace
}

/** The content of a repository's own folder before a run. */
export interface KeptHistory {
  readonly format: 2
  /** The repository's own folder; absolute. */
  readonly folder: string
  /** Device, inode and time of birth of that folder, and of the one around it. */
  readonly identity: string
  readonly parent: string
  readonly uid: number
  readonly gid: number
  /** By path relative to the folder: references, their logs, the index, settings. */
  readonly files: ReadonlyMap<string, KeptFile>
  /** Folders of those, which git needs even when they are empty. */
  readonly folders: ReadonlySet<string>
  /** By folder in `objects` (`pack`, `0a`), then by name. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, KeptObject>>
  /** By folder in `objects`: when it was listed, as its stamp. */
  readonly listed: ReadonlyMap<string, string>
  /** Copies of what the repository has no more, and since when, in milliseconds. */
  readonly stale: ReadonlyMap<string, number>
  /** False where something was too much, or could not be read. */
  readonly complete: boolean
}

/** Copies that nothing names are kept so long, in milliseconds: who finds that something is missing can still have it. */
export const STALE_FOR = 3 * 24 * 60 * 60 * 1000

/** Where the history of one repository is kept: a folder of Poundlock's own, which no command sees. */
export function storeOf(histories: string, identity: string): string {
  return join(histories, createHash('sha256').update(identity).digest('hex').slice(0, 32))
}

export const objectPath = (store: string, folder: string, name: string): string => join(store, 'objects', folder, name)

/** Of copies that are compared or put back as a whole. */
const LARGEST = 2 * 1024 ** 3

/** The copy of an object; `null` where it is gone. */
export function readObject(
  store: string,
  folder: string,
  name: string,
  { batch, size }: KeptObject,
): Uint8Array | null {
  if (batch !== undefined) return readBatched(store, batch, size)
  return readPlainFile(objectPath(store, folder, name), LARGEST)
}

/** `null` where nothing is kept, or another version of Poundlock kept it. */
export function readHistory(store: string): KeptHistory | null {
  try {
    const kept = deserialize(readFileSync(join(store, 'state'))) as KeptHistory
    return kept.format === 2 ? kept : null
  } catch {
    return null
  }
}

let written = 0

/** @throws the error of the file system */
export function writeHistory(store: string, kept: KeptHistory): void {
  mkdirSync(store, { recursive: true, mode: 0o700 })
  written += 1
  const file = join(store, `state.${String(process.pid)}.${String(written)}`)
  writeFileSync(file, serialize(kept), { mode: 0o600 })
  renameSync(file, join(store, 'state'))
}
