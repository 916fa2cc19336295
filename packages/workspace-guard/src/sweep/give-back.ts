import { lchownSync, type Stats } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { lstatOrNull, namesIn } from '@poundlock/state-files/node'
import { type AnchoredFolder, anchorFolder } from './anchored-folder.ts'

/** Folders after which others get their turn. */
const TURN = 64

/**
 * Changes the owner of a user's entries in a folder to the owner of the folder. It follows no links, and holds each
 * folder by a descriptor: it runs as root, where others may write.
 */
export async function giveBack(root: string, from: number): Promise<void> {
  const owner = lstatOrNull(root)
  if (owner === null || !owner.isDirectory() || owner.uid === from) return
  let visited = 0
  const walk = async (folder: AnchoredFolder): Promise<void> => {
    visited += 1
    if (visited % TURN === 0) await setImmediate()
    for (const name of namesIn(folder.entry('.'))) {
      const stats = lstatOrNull(folder.entry(name))
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
    // It was removed.
  }
}
