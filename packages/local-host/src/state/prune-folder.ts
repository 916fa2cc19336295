import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface FolderLimits {
  readonly maxFiles: number
  readonly maxBytes: number
  /** Which files count; all others stay. */
  readonly names: RegExp
}

/** Removes old files from a folder. Files that were just written stay, also those of other processes. */
export function pruneFolder(folder: string, { maxFiles, maxBytes, names }: FolderLimits): void {
  if (!existsSync(folder)) return
  const files = readdirSync(folder)
    .filter((name) => names.test(name))
    .flatMap((name) => {
      const path = join(folder, name)
      const stat = lstatSync(path, { throwIfNoEntry: false })
      return stat?.isFile() ? [{ path, size: stat.size, written: stat.mtimeMs }] : []
    })
    .toSorted((a, b) => b.written - a.written)
  let bytes = 0
  for (const [index, { path, size }] of files.entries()) {
    bytes += size
    if (index > 0 && (index >= maxFiles || bytes > maxBytes)) rmSync(path, { force: true })
  }
}
