import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

const LARGEST = 1024 ** 3
/** `\\377tOc`, and version 2; git has written no older version for fifteen years. Source: gitformat-pack(5). */
const MAGIC = 0xff744f63
const HEADER_BYTES = 8
const FAN_OUT_BYTES = 256 * 4

/** The names of the objects of a pack. */
export interface PackIndex {
  readonly count: number
  has(object: Uint8Array): boolean
  /** The name of an object by its place in the list, which is sorted. */
  at(index: number): Uint8Array
}

/**
 * Reads the names of the objects in a pack; `null` for a file that is no index.
 *
 * @param hash the length of a name in bytes
 */
export function readPackIndex(path: string, hash: number): PackIndex | null {
  const bytes = readIndex(path)
  if (bytes === null || bytes.length < HEADER_BYTES + FAN_OUT_BYTES) return null
  if (bytes.readUInt32BE(0) !== MAGIC || bytes.readUInt32BE(4) !== 2) return null
  const names = HEADER_BYTES + FAN_OUT_BYTES
  const before = (first: number): number => (first < 0 ? 0 : bytes.readUInt32BE(HEADER_BYTES + first * 4))
  const count = before(255)
  if (bytes.length < names + count * (hash + 8)) return null
  const at = (index: number): Buffer => bytes.subarray(names + index * hash, names + (index + 1) * hash)
  return {
    count,
    at,
    has(object) {
      const first = object[0]!
      let [from, to] = [before(first - 1), Math.min(before(first), count)]
      while (from < to) {
        const middle = (from + to) >>> 1
        const order = Buffer.compare(at(middle), object)
        if (order === 0) return true
        if (order < 0) from = middle + 1
        else to = middle
      }
      return false
    },
  }
}

function readIndex(path: string): Buffer | null {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(descriptor)
      return stats.isFile() && stats.size <= LARGEST ? readFileSync(descriptor) : null
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}
