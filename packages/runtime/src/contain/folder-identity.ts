import { lstatSync, realpathSync, statSync } from 'node:fs'

/** Remembers which folder a path stands for. */
export interface FolderIdentities {
  /**
   * Observes the folders of a decision.
   *
   * @returns whether they are still the same folders, with no link on their paths. A user who can write a parent could
   * otherwise replace the folder that was decided about.
   */
  observe(folders: readonly string[]): () => boolean
}

/** Identifies a folder by its file and its real path. */
interface FolderIdentity {
  readonly dev: number | bigint
  readonly ino: number | bigint
  readonly real: string
}

const MAX_FOLDERS = 256

/**
 * The real path of a folder is read once, and again for each proof that it is unchanged. In between, the same device
 * and inode suffice: either the observation still holds, or the proof fails.
 */
export function createFolderIdentities(): FolderIdentities {
  const known = new Map<string, FolderIdentity>()

  const identityOf = (folder: string): FolderIdentity | null => {
    const identity = known.get(folder)
    if (identity !== undefined && isFolderOf(identity, folder)) return identity
    const found = lookUp(folder)
    if (known.size >= MAX_FOLDERS) known.clear()
    if (found === null) known.delete(folder)
    else known.set(folder, found)
    return found
  }

  const isSame = (folder: string, identity: FolderIdentity | null): boolean => {
    const now = lookUp(folder)
    if (now === null || identity === null) return now === identity
    if (now.dev === identity.dev && now.ino === identity.ino && now.real === identity.real) return true
    known.delete(folder)
    return false
  }

  return {
    observe(folders) {
      const observed = [...new Set(folders)].map((folder) => ({ folder, identity: identityOf(folder) }))
      return () => observed.every(({ folder, identity }) => isSame(folder, identity))
    },
  }
}

/**
 * A link is another way there, and may have the number of a folder that is gone. A number that is not exact equals none
 * that was looked up.
 */
function isFolderOf({ dev, ino }: FolderIdentity, folder: string): boolean {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    return stats?.isDirectory() === true && stats.dev === dev && stats.ino === ino
  } catch {
    return false
  }
}

function lookUp(folder: string): FolderIdentity | null {
  try {
    const { dev, ino } = exactStat(folder)
    return { dev, ino, real: realpathSync.native(folder) }
  } catch {
    return null
  }
}

/** Numbers are read twice as fast; one that is not exact could be another folder's too. */
function exactStat(folder: string): { readonly dev: number | bigint; readonly ino: number | bigint } {
  const stats = statSync(folder)
  return Number.isSafeInteger(stats.ino) && Number.isSafeInteger(stats.dev) ? stats : statSync(folder, { bigint: true })
}
