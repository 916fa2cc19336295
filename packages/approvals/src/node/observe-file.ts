import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import type { FileIdentity } from '../binding/binding.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * The identity of a file or folder, through all links.
 *
 * @param options.content takes a hash of what is in it: for scripts, and for programs that others than the system's
 *   administrator can write
 * @throws the system's error, when it is not there or cannot be read
 */
export function observeFile(path: string, options: { readonly content: boolean }): FileIdentity {
  const real = realpathSync(path)
  // One descriptor for all: what is hashed is what was looked at. A pipe is not waited for.
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    return {
      path: real,
      node: `${stats.dev}:${stats.ino}`,
      size: stats.isDirectory() ? 0 : Number(stats.size),
      changed: stats.isDirectory() ? '' : String(stats.ctimeNs),
      ...(options.content && stats.isFile() && { hash: hashOf(descriptor) }),
    }
  } finally {
    closeSync(descriptor)
  }
}

function hashOf(descriptor: number): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
    hash.update(chunk.subarray(0, read))
  }
  return hash.digest('hex')
}
