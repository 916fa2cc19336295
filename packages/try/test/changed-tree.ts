import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '../src/change-set.ts'
import { compareView } from '../src/compare-view.ts'
import { FolderTree } from '../src/folder-handle.ts'
import { scanTree } from '../src/scan-tree.ts'
import { copyEntries } from '../src/view-entries.ts'

/** Makes a tree: a text is a file, a text after `→` a link, `null` a folder, a pair a file or folder with a mode. */
export type TreeLayout = Readonly<Record<string, string | null | readonly [content: string | null, mode: number]>>

export function makeTree(folder: string, layout: TreeLayout): void {
  mkdirSync(folder, { recursive: true })
  const modes: (readonly [string, number])[] = []
  for (const [name, entry] of Object.entries(layout)) {
    const path = join(folder, name)
    const [content, mode] = entry === null || typeof entry === 'string' ? [entry, null] : entry
    if (content === null) mkdirSync(path)
    else if (content.startsWith('→')) symlinkSync(content.slice(1), path)
    else writeFileSync(path, content)
    if (mode !== null) modes.push([path, mode])
  }
  for (const [path, mode] of modes.toReversed()) chmodSync(path, mode)
}

/** Names, kinds, modes, targets and contents of all that is in a folder. */
export function treeOf(folder: string): string {
  const line = `LC_ALL=C find . -printf '%y %m %l %p\\n' | sort; LC_ALL=C find . -type f -print0 | sort -z | xargs -0r sha256sum`
  return execFileSync('/bin/sh', ['-c', line], { cwd: folder, encoding: 'latin1' })
}

/** What differs between two folders. */
export async function changesBetween(workspace: string, view: string): Promise<readonly Change[]> {
  const before = await scanTree(workspace)
  const entries = copyEntries(before, await scanTree(view, { own: true }))
  const trees = { workspace: new FolderTree(workspace), view: new FolderTree(view) }
  try {
    return await compareView({ before, entries, ...trees })
  } finally {
    trees.workspace.close()
    trees.view.close()
  }
}
