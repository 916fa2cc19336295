import { closeSync, constants, openSync } from 'node:fs'
import { bytesOf, type BytePath } from './byte-path.ts'

/** `O_PATH`: a descriptor that only names a place. Source: Linux `include/uapi/asm-generic/fcntl.h`. */
const PATH_ONLY = 0o10000000

/** A folder held by a descriptor, so that no part of its path can be replaced by a link. */
export class FolderHandle {
  readonly #descriptor: number

  private constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  /** @returns `null` when it is no folder, or a link. A link above it is followed: the root is trusted. */
  static open(path: string | Buffer): FolderHandle | null {
    try {
      return new FolderHandle(openSync(path, constants.O_DIRECTORY | constants.O_NOFOLLOW | PATH_ONLY))
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) return null
      throw error
    }
  }

  /** A path of the folder itself that does not depend on its name; to be followed, being a link of `/proc`. */
  get path(): string {
    return `/proc/self/fd/${String(this.#descriptor)}`
  }

  /** The path of an entry through the open folder, whatever becomes of the folder's name. */
  entry(name: BytePath): Buffer {
    return bytesOf(`/proc/self/fd/${String(this.#descriptor)}/${name}`)
  }

  /** Opens a folder below, and never a link to one. */
  enter(name: BytePath): FolderHandle | null {
    return FolderHandle.open(this.entry(name))
  }

  /** Closes the folder. */
  close(): void {
    closeSync(this.#descriptor)
  }
}

/** The folders of a tree, by relative path, none reached through a link. The last one stays open for the next call. */
export class FolderTree {
  readonly #root: string
  #last: { readonly path: BytePath; readonly handle: FolderHandle } | null = null

  /** @param root absolute; the folders above it are trusted */
  constructor(root: string) {
    this.#root = root
  }

  /** @returns `null` when there is no such folder. The handle is valid until the next call. */
  folder(path: BytePath): FolderHandle | null {
    if (this.#last?.path === path) return this.#last.handle
    this.close()
    let handle = FolderHandle.open(this.#root)
    for (const name of path === '' ? [] : path.split('/')) {
      const next: FolderHandle | null = handle?.enter(name) ?? null
      handle?.close()
      handle = next
    }
    if (handle !== null) this.#last = { path, handle }
    return handle
  }

  /** Closes all folders. */
  close(): void {
    this.#last?.handle.close()
    this.#last = null
  }
}
