import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/**
 * Reads a file that a command may exchange at any moment; `null` for what is no file, is missing, closed or larger. What is judged
 * is what was opened: of a pipe in its place, opening alone would wait for somebody who writes, and everything with it.
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
