import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  openSync,
  writeSync,
} from 'node:fs'
import { chunksOf } from './file-content.ts'

export interface FileAttributes {
  /** Permission bits; what else is set is left out. */
  readonly mode: number
  readonly mtimeMs: number
  /** Given only by root. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
}

/** From this size on, the file system is asked to share the blocks. */
const LARGE = 1024 * 1024

/**
 * Makes a file that must not exist yet with the content of an open one, and takes nothing along but the permission bits
 * and the time of its change. Holes stay holes.
 */
export function makeFile(path: Buffer | string, source: number, attributes: FileAttributes): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  const target = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
  try {
    const { size, blocks } = fstatSync(source)
    const sparse = blocks * 512 < size
    if (size >= LARGE && !sparse) {
      copyFileSync(descriptorPath(source), descriptorPath(target), constants.COPYFILE_FICLONE)
    } else copyContent(source, target, size)
    if (attributes.owner !== null) fchownSync(target, attributes.owner.uid, attributes.owner.gid)
    fchmodSync(target, attributes.mode & 0o777)
    futimesSync(target, attributes.mtimeMs / 1000, attributes.mtimeMs / 1000)
  } finally {
    closeSync(target)
  }
}

const descriptorPath = (descriptor: number): string => `/proc/self/fd/${String(descriptor)}`

function copyContent(source: number, target: number, size: number): void {
  let position = 0
  for (const chunk of chunksOf(source)) {
    if (!isEmpty(chunk)) {
      for (let written = 0; written < chunk.length;) {
        written += writeSync(target, chunk, written, chunk.length - written, position + written)
      }
    }
    position += chunk.length
  }
  if (size > 0) ftruncateSync(target, position)
}

const zeros = Buffer.alloc(64 * 1024)

function isEmpty(chunk: Buffer): boolean {
  if (chunk.length > 0 && chunk[0] !== 0) return false
  for (let at = 0; at < chunk.length; at += zeros.length) {
    const part = chunk.subarray(at, at + zeros.length)
    if (!part.equals(zeros.subarray(0, part.length))) return false
  }
  return true
}
