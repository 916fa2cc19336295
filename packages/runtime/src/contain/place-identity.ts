import { realpathSync, statSync } from 'node:fs'

/**
 * What folders are, beyond their paths: equal identities are the same folders, and no part of their paths has become a
 * link meanwhile. Who can write a parent could otherwise put another folder in the place of the one that was decided.
 */
export function placeIdentity(folders: readonly string[]): string {
  return [...new Set(folders)].map((folder) => `${folder} ${folderIdentity(folder)}`).join('\n')
}

function folderIdentity(folder: string): string {
  try {
    const { dev, ino } = statSync(folder, { bigint: true })
    return `${realpathSync.native(folder)} ${dev}:${ino}`
  } catch {
    return 'missing'
  }
}
