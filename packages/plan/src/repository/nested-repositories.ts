import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskBudget } from '../links/disk-budget.ts'

const MAX_FOLDERS = 10_000
const STEPS_OF_FOLDER = 8
const MAX_DEPTH = 32

/** Folders that package managers fill, which nobody adds to a repository. */
const SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.pnpm-store',
])

/** Folders below the top of a repository that are repositories themselves, as a command may add them to its index. */
export function findNested(
  top: string,
  disk?: DiskBudget,
): { readonly paths: readonly string[]; readonly complete: boolean } {
  const paths: string[] = []
  const pending = [{ folder: top, depth: 0 }]
  let visited = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { folder, depth } = next
    visited += 1
    if (visited > MAX_FOLDERS || depth > MAX_DEPTH || disk?.spend(STEPS_OF_FOLDER) === false)
      return { paths, complete: false }
    let entries: readonly Dirent[]
    try {
      entries = readdirSync(folder, { withFileTypes: true })
    } catch {
      continue
    }
    if (folder !== top && entries.some(({ name }) => name === '.git')) {
      paths.push(folder)
      // What is in there is looked for from there.
      continue
    }
    for (const entry of entries) {
      if (entry.isDirectory() && !SKIPPED.has(entry.name))
        pending.push({ folder: join(folder, entry.name), depth: depth + 1 })
    }
  }
  return { paths, complete: true }
}
