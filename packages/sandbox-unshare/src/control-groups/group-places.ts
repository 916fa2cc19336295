import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../backend/own-folder.ts'

/**
 * The folders in which groups were made, by any Poundlock with this folder of its own. The next start may be in another
 * group than the one that was killed, as every login and every service is, and would not find what that one left.
 */
export interface GroupPlaces {
  /** The others that are still there. */
  others(here: readonly string[]): readonly string[]
  /** Before a group is made there. */
  remember(folders: readonly string[]): void
}

/** @param folder an own folder: a link for each place, since that is made in one step and never half-written */
export function openGroupPlaces(folder: string): GroupPlaces {
  const view = viewOfGroups()
  const links = () => list(folder).filter((name) => name.startsWith(`${view}-`))
  return {
    others: (here) =>
      links().flatMap((name) => {
        const place = targetOf(join(folder, name))
        if (place === null || here.includes(place)) return []
        if (existsSync(place)) return [place]
        // Gone with all that was in it.
        remove(join(folder, name))
        return []
      }),
    remember(folders) {
      // Looked up first: what makes digests takes milliseconds to load, and nearly every start is where others were.
      const known = new Set(links().map((name) => targetOf(join(folder, name))))
      for (const place of folders) {
        if (known.has(place)) continue
        const digest = createHash('sha256').update(place).digest('hex').slice(0, 16)
        try {
          makeOwnFolder(folder)
          symlinkSync(place, join(folder, `${view}-${digest}`))
        } catch {
          // It is written down already, or nothing can be: then starts in the same group still find what was left.
        }
      }
    },
  }
}

/** In a container the same path is another group: only what was written in this view says something here. */
function viewOfGroups(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/cgroup'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function targetOf(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch {
    return null
  }
}

function remove(link: string): void {
  try {
    unlinkSync(link)
  } catch {
    // Another start was faster.
  }
}
