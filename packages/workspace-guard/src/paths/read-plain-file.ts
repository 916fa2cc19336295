import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/**
 * Reads a file that a command may replace at any moment; `null` for an entry that is no file, is missing, closed or
 * larger. The open file is checked: opening a pipe in its place would block.
 *
 * @param most bytes
 */
export function readPlainFile(path: string, most: number): Buffer | null {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW)
  } catch {
    return null
  }
  try {
    const stats = fstatSync(descriptor)
    return stats.isFile() && stats.size <= most ? readFileSync(descriptor) : null
  } catch {
    return null
  } finally {
    closeSync(descriptor)
  }
}
