import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '@poundlock/state-files/node'

/** Where the content of a small object lies: making a file for each would take longer than all else. */
export interface BatchPlace {
  readonly file: string
  /** Bytes from the start of the file. */
  readonly at: number
}

const folderOf = (store: string): string => join(store, 'batches')
/** So much is written at once, in bytes. */
const MOST_WAITING = 4 * 1024 ** 2

/** Copies the contents of objects into one new file of a store. An unfinished one is removed. */
export class LooseBatch {
  readonly #store: string
  readonly #file = randomUUID()
  #descriptor: number | null = null
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #written = 0

  constructor(store: string) {
    this.#store = store
  }

  /** @throws the error of the file system */
  add(name: string, content: Uint8Array): BatchPlace {
    // So that people find an object without the list of them.
    const header = Buffer.from(`${name} ${String(content.length)}\n`)
    const at = this.#written + this.#waitingBytes + header.length
    this.#waiting.push(header, content)
    this.#waitingBytes += header.length + content.length
    if (this.#waitingBytes > MOST_WAITING) this.#write()
    return { file: this.#file, at }
  }

  /** @throws the error of the file system */
  finish(): void {
    if (this.#waitingBytes > 0) this.#write()
    if (this.#descriptor === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
    renameSync(this.#temporary, join(folderOf(this.#store), this.#file))
  }

  discard(): void {
    if (this.#descriptor === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
    rmSync(this.#temporary, { force: true })
  }

  get #temporary(): string {
    return join(folderOf(this.#store), `${this.#file}.new`)
  }

  #write(): void {
    if (this.#descriptor === null) {
      mkdirSync(folderOf(this.#store), { recursive: true, mode: 0o700 })
      this.#descriptor = openSync(this.#temporary, 'wx', 0o400)
    }
    const bytes = Buffer.concat(this.#waiting)
    for (let at = 0; at < bytes.length;) at += writeSync(this.#descriptor, bytes, at)
    this.#written += bytes.length
    this.#waiting = []
    this.#waitingBytes = 0
  }
}

/** The content of an object; `null` where the file is gone, or too short. */
export function readBatched(store: string, { file, at }: BatchPlace, size: number): Uint8Array | null {
  try {
    const descriptor = openSync(join(folderOf(store), file), 'r')
    try {
      if (fstatSync(descriptor).size < at + size) return null
      const content = Buffer.alloc(size)
      for (let read = 0; read < size;) {
        const count = readSync(descriptor, content, read, size - read, at + read)
        if (count === 0) return null
        read += count
      }
      return content
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}

/**
 * Removes batches that have not been needed for a time.
 *
 * @param needed those that objects lie in, now and before: one that is needed no more is kept from now on
 */
export function forgetBatches(
  store: string,
  needed: { readonly now: ReadonlySet<string>; readonly before: ReadonlySet<string> },
  milliseconds: number,
): void {
  const folder = folderOf(store)
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    if (needed.now.has(name)) continue
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (needed.before.has(name)) utimesSync(path, new Date(), new Date())
    else if (Date.now() - changed > milliseconds) rmSync(path, { force: true })
  }
}
