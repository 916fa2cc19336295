import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The file that a path leads to by way of links; `null` where it is the same, or nothing is there. */
export function realFile(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    return real === path ? null : real
  } catch {
    return null
  }
}

/** Where a file itself lies, be it a link, once the folders above it are followed; `null` where that is the same. */
export function placeOf(path: string): string | null {
  const folder = realFile(dirname(path))
  return folder === null ? null : join(folder, basename(path))
}
