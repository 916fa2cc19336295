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
    const { dev, ino } = exactStat(folder)
    return `${realpathSync.native(folder)} ${dev}:${ino}`
  } catch {
    return 'missing'
  }
}

/** Numbers are read twice as fast; one that is not exact could be another folder's too. */
function exactStat(folder: string): { readonly dev: number | bigint; readonly ino: number | bigint } {
  const stats = statSync(folder)
  return Number.isSafeInteger(stats.ino) && Number.isSafeInteger(stats.dev) ? stats : statSync(folder, { bigint: true })
}
