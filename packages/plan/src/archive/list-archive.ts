import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { ArchiveMember } from './archive-member.ts'
import { listTar } from './list-tar.ts'
import { listZip } from './list-zip.ts'

/** Larger ones are not looked into: a decision must not take longer than what it is about. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_UNPACKED = 256 * 1024 * 1024

/**
 * What an archive says that it holds; `null` where that cannot be told: it is not there (yet), in another format, too
 * large, or not whole. Its files are not read.
 *
 * @param path absolute
 */
export function listArchive(path: string): readonly ArchiveMember[] | null {
  try {
    const bytes = readWhole(path)
    if (bytes === null) return null
    if (startsWith(bytes, [0x50, 0x4b])) return listZip(bytes)
    const packed = unpack(bytes)
    return packed === null ? null : listTar(packed)
  } catch {
    // Whatever is wrong with it, nothing is known of what it holds.
    return null
  }
}

function readWhole(path: string): Buffer | null {
  const descriptor = openSync(path, 'r')
  try {
    const stat = fstatSync(descriptor)
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(descriptor) : null
  } finally {
    closeSync(descriptor)
  }
}

/** gzip, zstd and brotli; what Node does not decompress is not known. A tar(5) has no mark at its beginning. */
function unpack(bytes: Buffer): Buffer | null {
  const limit = { maxOutputLength: MAX_UNPACKED }
  if (startsWith(bytes, [0x1f, 0x8b])) return gunzipSync(bytes, limit)
  if (startsWith(bytes, [0x28, 0xb5, 0x2f, 0xfd])) return zstdDecompressSync?.(bytes, limit) ?? null
  const isTar = bytes.length >= 512 && bytes.toString('latin1', 257, 262) === 'ustar'
  return isTar ? bytes : brotliOrNothing(bytes, limit)
}

function brotliOrNothing(bytes: Buffer, limit: { maxOutputLength: number }): Buffer | null {
  try {
    return brotliDecompressSync(bytes, limit)
  } catch {
    return null
  }
}

const startsWith = (bytes: Buffer, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)
