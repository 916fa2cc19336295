import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { removeFolder } from '@poundlock/state-files/node'

/** A workspace that no command worked in for so long has its caches removed. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000
const REMOVED = 'removed-'

/**
 * Makes the folder of caches of a workspace where it is missing, and marks it as used. With the first one of a workspace,
 * those beside it that were not used for 30 days are removed.
 *
 * @returns its real path; `null` where it cannot be made, does not belong to this user and the owner of the workspace, or
 * where one of it and the workspace lies in the other
 */
export function usableCache(path: string, workspace: string): string | null {
  try {
    const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined
    const real = realpathSync.native(path)
    const { uid } = statSync(real)
    const isOurs = lstatSync(path).isDirectory() && uid === process.geteuid?.() && uid === statSync(workspace).uid
    if (!isOurs || isWithin(real, workspace) || isWithin(workspace, real)) return null
    const now = new Date()
    utimesSync(real, now, now)
    if (isNew) removeUnused(dirname(real), now.getTime() - UNUSED_MS)
    return real
  } catch {
    // Without it the caches are in memory, as the rest of HOME.
    return null
  }
}

/** Removal goes on beside the command, under a name by which a later start takes it up. */
function removeUnused(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const isRenamed = name.startsWith(REMOVED)
    if (!isRenamed && lstatSync(join(folder, name)).mtimeMs >= before) continue
    const removed = join(folder, isRenamed ? name : `${REMOVED}${name}`)
    if (!isRenamed) renameSync(join(folder, name), removed)
    void removeFolder(removed).catch(() => undefined)
  }
}
