import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What is kept of earlier commands; the oldest goes first. */
const MAX_FILES = 100
const MAX_BYTES = 4 * 1024 ** 3

/** Where output is kept that was too long for a result. */
export function outputFolder(state: string): string {
  return join(state, 'output')
}

/** Keeps the folder from growing without bounds. What was written last, also by others just now, stays. */
export function pruneOutputFolder(folder: string): void {
  if (!existsSync(folder)) return
  const files = readdirSync(folder)
    .filter((name) => /^output-[\w-]+\.log$/.test(name))
    .flatMap((name) => {
      const path = join(folder, name)
      const stat = lstatSync(path, { throwIfNoEntry: false })
      return stat?.isFile() ? [{ path, size: stat.size, written: stat.mtimeMs }] : []
    })
    .toSorted((a, b) => b.written - a.written)
  let bytes = 0
  for (const [index, { path, size }] of files.entries()) {
    bytes += size
    if (index > 0 && (index >= MAX_FILES || bytes > MAX_BYTES)) rmSync(path, { force: true })
  }
}
