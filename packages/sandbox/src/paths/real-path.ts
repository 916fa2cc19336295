import { lstatSync, realpathSync } from 'node:fs'

/**
 * The path without links, or `null` where nothing can be reached. Most of the paths that are asked for do not exist, and
 * an error for each would take longer than the question.
 */
export function realPath(path: string): string | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : realpathSync.native(path)
  } catch {
    return null
  }
}
