import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { bytesOf, pathOfBytes, pathOfText } from './byte-path.ts'

/**
 * Removes a folder of ours with all that a command may have left in it: folders without permissions, and trees deeper
 * than a path can be long. Folders are moved up before they are emptied, so that every path stays short.
 */
export function removeTree(root: string): void {
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) return
  chmodSync(root, 0o700)
  const entryPath = (name: string): Buffer => bytesOf(`${pathOfText(root)}/${name}`)
  let moved = 0
  let pending = namesIn(bytesOf(pathOfText(root)))
  while (pending.length > 0) {
    const next: string[] = []
    for (const name of pending) {
      if (!lstatSync(entryPath(name)).isDirectory()) {
        unlinkSync(entryPath(name))
        continue
      }
      chmodSync(entryPath(name), 0o700)
      for (const inner of namesIn(entryPath(name))) {
        const innerPath = entryPath(`${name}/${inner}`)
        if (!lstatSync(innerPath).isDirectory()) unlinkSync(innerPath)
        else {
          chmodSync(innerPath, 0o700)
          let fresh: string
          do fresh = `moved-${String((moved += 1))}`
          while (lstatSync(entryPath(fresh), { throwIfNoEntry: false }) !== undefined)
          renameSync(innerPath, entryPath(fresh))
          next.push(fresh)
        }
      }
      rmdirSync(entryPath(name))
    }
    pending = next
  }
  rmdirSync(root)
}

const namesIn = (folder: Buffer): readonly string[] => readdirSync(folder, { encoding: 'buffer' }).map(pathOfBytes)
