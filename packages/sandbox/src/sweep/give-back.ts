import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { type AnchoredFolder, anchorFolder } from './anchored-folder.ts'

/** Folders after which others get their turn. */
const turn = 64

/**
 * Gives what belongs to a user in a folder to the owner of the folder. It follows no links, and holds each folder by a
 * descriptor while it works in it: it runs as root, where others may write.
 */
export async function giveBack(root: string, from: number): Promise<void> {
  const owner = statsOf(root)
  if (owner === null || !owner.isDirectory() || owner.uid === from) return
  let visited = 0
  const walk = async (folder: AnchoredFolder): Promise<void> => {
    visited += 1
    if (visited % turn === 0) await setImmediate()
    for (const name of names(folder.entry('.'))) {
      const stats = statsOf(folder.entry(name))
      if (stats === null) continue
      if (stats.uid === from) give(folder.entry(name), owner)
      const inner = stats.isDirectory() ? folder.enter(name) : null
      if (inner === null) continue
      try {
        await walk(inner)
      } finally {
        inner.close()
      }
    }
  }
  const folder = anchorFolder(root)
  if (folder === null) return
  try {
    await walk(folder)
  } finally {
    folder.close()
  }
}

function give(path: string, { uid, gid }: Stats): void {
  try {
    lchownSync(path, uid, gid)
  } catch {
    // Removed meanwhile.
  }
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
