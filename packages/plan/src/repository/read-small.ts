import { readFileSync, statSync } from 'node:fs'

const MAX_BYTES = 1024 * 1024

/** The text of a file that is not long; `null` where there is none, or it cannot be read. */
export function readSmall(file: string): string | null {
  try {
    const stats = statSync(file)
    // A pipe would keep who reads it waiting.
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, 'utf8') : null
  } catch {
    return null
  }
}
