import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { bytesOf, pathOfBytes, pathOfText } from './byte-path.ts'

/**
 * Removes a folder of ours with all that a command may have left in it: folders that nobody may read, and trees deeper
 * than a path can be long. Folders are moved up before they are emptied, so that every path stays short.
 */
export function removeTree(root: string): void {
  if (lstatSync(root, { throwIfNoEntry: false }) === undefined) return
  chmodSync(root, 0o700)
  const place = (name: string): Buffer => bytesOf(`${pathOfText(root)}/${name}`)
  let moved = 0
  let pending = namesIn(bytesOf(pathOfText(root)))
  while (pending.length > 0) {
    const next: string[] = []
    for (const name of pending) {
      if (!lstatSync(place(name)).isDirectory()) {
        unlinkSync(place(name))
        continue
      }
      chmodSync(place(name), 0o700)
      for (const inner of namesIn(place(name))) {
        const innerPlace = place(`${name}/${inner}`)
        if (!lstatSync(innerPlace).isDirectory()) unlinkSync(innerPlace)
        else {
          chmodSync(innerPlace, 0o700)
          let fresh: string
          do fresh = `moved-${String((moved += 1))}`
          while (lstatSync(place(fresh), { throwIfNoEntry: false }) !== undefined)
          renameSync(innerPlace, place(fresh))
          next.push(fresh)
        }
      }
      rmdirSync(place(name))
    }
    pending = next
  }
  rmdirSync(root)
}

const namesIn = (folder: Buffer): readonly string[] => readdirSync(folder, { encoding: 'buffer' }).map(pathOfBytes)
