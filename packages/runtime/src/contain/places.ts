import { lstatSync, realpathSync, statSync } from 'node:fs'

/** Remembers what folders are, beyond their paths. */
export interface Places {
  /**
   * Looks at folders, for whoever decides about what is in them.
   *
   * @returns whether they are still the same folders, and no part of their paths has become a link meanwhile. Who can
   * write a parent could otherwise put another folder in the place of the one that was decided.
   */
  note(folders: readonly string[]): () => boolean
}

/** What a folder is: its file, and where that really lies. */
interface Place {
  readonly dev: number | bigint
  readonly ino: number | bigint
  readonly real: string
}

const MOST = 256

/**
 * Where a folder really lies is looked up once, and again each time it is to be proven that it still does. In between, to
 * be the same file is enough: what was noted of it holds until then, or the proof fails.
 */
export function createPlaces(): Places {
  const known = new Map<string, Place>()

  const placeOf = (folder: string): Place | null => {
    const place = known.get(folder)
    if (place !== undefined && isFolderOf(place, folder)) return place
    const found = lookUp(folder)
    if (known.size >= MOST) known.clear()
    if (found === null) known.delete(folder)
    else known.set(folder, found)
    return found
  }

  const isSame = (folder: string, place: Place | null): boolean => {
    const now = lookUp(folder)
    if (now === null || place === null) return now === place
    if (now.dev === place.dev && now.ino === place.ino && now.real === place.real) return true
    known.delete(folder)
    return false
  }

  return {
    note(folders) {
      const places = [...new Set(folders)].map((folder) => ({ folder, place: placeOf(folder) }))
      return () => places.every(({ folder, place }) => isSame(folder, place))
    },
  }
}

/**
 * A link is another way there, and may have the number of a folder that is gone. A number that is not exact equals none
 * that was looked up.
 */
function isFolderOf({ dev, ino }: Place, folder: string): boolean {
  try {
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    return stats?.isDirectory() === true && stats.dev === dev && stats.ino === ino
  } catch {
    return false
  }
}

function lookUp(folder: string): Place | null {
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
