import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '@poundlock/state-files/node'

/** From this size on, a file is kept as a file of its own, whose blocks may be shared. */
const LARGE = 256 * 1024
/** Of one read. */
const CHUNK_BYTES = 1024 * 1024

interface OpenPack {
  readonly name: string
  readonly descriptor: number
  end: number
  /** How many files of their own it has so far. */
  files: number
}

/** Where in an open file of the store a content stands. */
interface KeptPlace {
  readonly descriptor: number
  readonly start: number
  readonly length: number
}

/**
 * The kept contents: small ones one after another in a pack for each run, large ones as files. A reference is
 * `<pack>:<offset>:<length>`, `@<file>`, or `=<file>` for a second name of the file in the workspace.
 */
export class ContentStore {
  readonly #folder: string
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  /** The pack that is written. */
  #pack: OpenPack | null = null
  #read: { readonly name: string; readonly descriptor: number } | null = null
  #bytesAhead: Buffer | null = null
  /** Which bytes of the file that is read `#bytesAhead` holds. */
  #window: { readonly descriptor: number; readonly start: number; readonly end: number } | null = null

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Begins a pack; its name must never have been used. */
  begin(name: string): void {
    this.close()
    makeOwnFolder(this.#folder)
    const { O_WRONLY, O_CREAT, O_APPEND } = constants
    const descriptor = openSync(join(this.#folder, name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    this.#pack = { name, descriptor, end: fstatSync(descriptor).size, files: 0 }
  }

  /** The files of the pack that is written. */
  get written(): readonly string[] {
    if (this.#pack === null) return []
    const { name, files } = this.#pack
    return [name, ...Array.from({ length: files }, (_, index) => `${name}-${String(index + 1)}`)]
  }

  /**
   * Keeps the content of an open file.
   *
   * @param secondName a path of the same file where it is never written again, so that a second name of it is as good as
   * a copy
   * @returns the reference
   */
  keep(source: number, { size }: Stats, secondName: string | Buffer | null): string {
    const pack = this.#pack
    if (pack === null) throw new TypeError('begin() comes first')
    if (size < LARGE) return this.#append(pack, source)
    const name = `${pack.name}-${String((pack.files += 1))}`
    const target = join(this.#folder, name)
    const path = `/proc/self/fd/${String(source)}`
    const { COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE } = constants
    if (secondName === null) copyFileSync(path, target, COPYFILE_EXCL | COPYFILE_FICLONE)
    else {
      try {
        copyFileSync(path, target, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)
      } catch {
        if (isLinked(secondName, target, source)) return `=${name}`
        copyFileSync(path, target, COPYFILE_EXCL)
      }
    }
    return `@${name}`
  }

  #append(pack: OpenPack, source: number): string {
    const start = pack.end
    try {
      for (;;) {
        const count = readSync(source, this.#buffer, 0, this.#buffer.length, pack.end - start)
        if (count === 0) break
        for (let written = 0; written < count;) {
          written += writeSync(pack.descriptor, this.#buffer, written, count - written)
        }
        pack.end += count
      }
    } catch (error) {
      ftruncateSync(pack.descriptor, start)
      pack.end = start
      throw error
    }
    return `${pack.name}:${String(start)}:${String(pack.end - start)}`
  }

  /** Whether a content is there as it was kept. A second name of a file shows whether that file was written to. */
  isIntact(reference: string, { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): boolean {
    const place = this.#place(reference)
    if (place === null || place.length !== size) return false
    return !reference.startsWith('=') || fstatSync(place.descriptor).mtimeMs === mtimeMs
  }

  /** The start of a kept content; `null` where it is gone. */
  read(reference: string, most: number): Buffer | null {
    const place = this.#place(reference)
    if (place === null) return null
    const bytes = Buffer.allocUnsafe(Math.min(most, place.length))
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(place.descriptor, bytes, filled, bytes.length - filled, place.start + filled)
      if (count === 0) return null
      filled += count
    }
    return bytes
  }

  /** Writes a kept content to an open, empty file. @returns false where it is gone */
  write(reference: string, target: number): boolean {
    const place = this.#place(reference)
    if (place === null) return false
    if (place.length >= LARGE) {
      const path = (descriptor: number) => `/proc/self/fd/${String(descriptor)}`
      copyFileSync(path(place.descriptor), path(target), constants.COPYFILE_FICLONE)
      return true
    }
    for (let done = 0; done < place.length;) {
      const wanted = Math.min(this.#buffer.length, place.length - done)
      const count = readSync(place.descriptor, this.#buffer, 0, wanted, place.start + done)
      if (count === 0) return false
      for (let written = 0; written < count;) written += writeSync(target, this.#buffer, written, count - written)
      done += count
    }
    return true
  }

  /** Whether an open file of a size has this content. */
  equals(reference: string, other: number, size = fstatSync(other).size): boolean {
    const place = this.#place(reference)
    if (place === null || size !== place.length) return false
    for (let done = 0; done < place.length;) {
      const kept = this.#ahead(place, done)
      const count = kept.length
      const same = count > 0 && readSync(other, this.#buffer, 0, count, done) === count
      if (!same || !kept.equals(this.#buffer.subarray(0, count))) return false
      done += count
    }
    return true
  }

  /** A part of a kept content, of what was read ahead: in a pack many small ones stand one after another. */
  #ahead({ descriptor, start, length }: KeptPlace, done: number): Buffer {
    const begin = start + done
    const wanted = Math.min(length - done, CHUNK_BYTES)
    const known = this.#window
    if (known?.descriptor !== descriptor || begin < known.start || begin + wanted > known.end) {
      this.#bytesAhead ??= Buffer.allocUnsafe(CHUNK_BYTES)
      const count = readSync(descriptor, this.#bytesAhead, 0, CHUNK_BYTES, begin)
      this.#window = { descriptor, start: begin, end: begin + count }
      return this.#bytesAhead.subarray(0, Math.min(wanted, count))
    }
    return this.#bytesAhead!.subarray(begin - known.start, begin - known.start + wanted)
  }

  close(): void {
    if (this.#pack !== null) closeSync(this.#pack.descriptor)
    if (this.#read !== null) closeSync(this.#read.descriptor)
    this.#pack = this.#read = this.#window = null
  }

  #place(reference: string): KeptPlace | null {
    const name = fileOfReference(reference)
    if (this.#read?.name !== name) {
      if (this.#read !== null) closeSync(this.#read.descriptor)
      this.#read = this.#window = null
      try {
        this.#read = { name, descriptor: openSync(join(this.#folder, name), constants.O_RDONLY | constants.O_NOFOLLOW) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    }
    const { descriptor } = this.#read
    if (/^[@=]/.test(reference)) return { descriptor, start: 0, length: fstatSync(descriptor).size }
    const [, start, length] = reference.split(':')
    return { descriptor, start: Number(start), length: Number(length) }
  }
}

/** The file of the store that a reference leads to. */
export const fileOfReference = (reference: string): string =>
  /^[@=]/.test(reference) ? reference.slice(1) : reference.slice(0, reference.indexOf(':'))

/** Gives a file a second name; false where that is not possible, or the path has become another file. */
function isLinked(path: string | Buffer, target: string, source: number): boolean {
  try {
    linkSync(path, target)
  } catch {
    return false
  }
  if (lstatSync(target).ino === fstatSync(source).ino) return true
  unlinkSync(target)
  return false
}
