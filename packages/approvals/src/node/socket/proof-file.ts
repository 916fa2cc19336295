import { closeSync, lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { removeIfThere } from '@poundlock/state-files/node'
import { inApprovals } from '../own-folder.ts'

/** Makes the file that proves whose process this is: who makes a file owns it. */
export function makeProof(folder: string, name: string): void {
  const path = join(folder, name)
  inApprovals('make', path, () => closeSync(openSync(path, 'wx', 0o600)))
}

/** Whether the file is there and was made by this user; it is gone afterwards. */
export function takeProof(folder: string, name: string): boolean {
  const path = join(folder, name)
  const stats = inApprovals('look at', path, () => lstatSync(path, { throwIfNoEntry: false }))
  if (stats === undefined) return false
  removeIfThere(path)
  return stats.isFile() && stats.nlink === 1 && stats.uid === (process.geteuid?.() ?? stats.uid)
}
