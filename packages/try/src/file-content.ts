import { createHash } from 'node:crypto'
import { chmodSync, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { nameOf, parentOf, type BytePath } from './byte-path.ts'
import type { FolderTree } from './folder-handle.ts'

/** Larger files are not hashed; their size and times are compared. */
export const LARGEST_HASHED = 16 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024

/**
 * Opens a file of a tree to read it: not through a link, and not a FIFO that would wait for ever.
 *
 * @param own whether the tree is ours, so that a file that its owner may not read is opened
 * @returns `null` when there is no such file
 */
export function openFile(tree: FolderTree, path: BytePath, own = false): number | null {
  const entryPath = tree.folder(parentOf(path)!)?.entry(nameOf(path))
  if (entryPath === undefined) return null
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  let descriptor: number
  try {
    descriptor = openSync(entryPath, flags)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EACCES' && own) {
      chmodSync(entryPath, 0o600)
      descriptor = openSync(entryPath, flags)
    } else if (['ENOENT', 'ELOOP', 'EACCES', 'ENXIO'].includes(code)) return null
    else throw error
  }
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  return null
}

/** The first bytes of a file, at most so many; `null` when it cannot be read. */
export function readStart(tree: FolderTree, path: BytePath, most: number, own = false): Buffer | null {
  const descriptor = openFile(tree, path, own)
  if (descriptor === null) return null
  try {
    const bytes = Buffer.alloc(Math.min(most, fstatSync(descriptor).size))
    return bytes.subarray(0, fill(descriptor, bytes))
  } finally {
    closeSync(descriptor)
  }
}

/** SHA-256 of a file of a size that is cheap; `null` of a larger one, and of one that cannot be read. */
export function hashFile(tree: FolderTree, path: BytePath, own = false): string | null {
  const descriptor = openFile(tree, path, own)
  if (descriptor === null) return null
  try {
    if (fstatSync(descriptor).size > LARGEST_HASHED) return null
    const hash = createHash('sha256')
    for (const chunk of chunksOf(descriptor)) hash.update(chunk)
    return hash.digest('hex')
  } finally {
    closeSync(descriptor)
  }
}

/** The content from the current place on. Each chunk is valid until the next. */
export function* chunksOf(descriptor: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, fstatSync(descriptor).size)))
  for (;;) {
    const count = fill(descriptor, buffer)
    if (count > 0) yield buffer.subarray(0, count)
    if (count < buffer.length) return
  }
}

function fill(descriptor: number, buffer: Buffer): number {
  let filled = 0
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, null)
    if (count === 0) break
    filled += count
  }
  return filled
}
