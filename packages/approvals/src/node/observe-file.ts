import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync, type BigIntStats } from 'node:fs'
import type { FileIdentity } from '../binding/binding.ts'
import { unkeptReason } from './kept-file.ts'

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
  const looked = statSync(real, { bigint: true })
  // A process that opens a pipe takes part in it: its writer would be woken, and then find no reader.
  if (looked.isFIFO() || looked.isSocket()) return identityOf(real, looked, null)
  // One descriptor for all: what is hashed is what was looked at. A pipe is not waited for.
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    return identityOf(real, stats, options.content && stats.isFile() ? descriptor : null)
  } finally {
    closeSync(descriptor)
  }
}

/** @param hashed the file, open, where a hash of its content is wanted */
function identityOf(path: string, stats: BigIntStats, hashed: number | null): FileIdentity {
  const unkept = unkeptReason(path, stats)
  return {
    path,
    node: `${stats.dev}:${stats.ino}`,
    size: stats.isDirectory() ? 0 : Number(stats.size),
    changed: stats.isDirectory() ? '' : String(stats.ctimeNs),
    ...(hashed !== null && unkept === null && { hash: hashOf(hashed) }),
    ...(unkept !== null && { unkept }),
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
