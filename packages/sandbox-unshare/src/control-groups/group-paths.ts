import { createHash } from 'node:crypto'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { linkTarget, makeMissingFolders, namesIn, removeIfThere } from '@poundlock/state-files/node'

/**
 * The folders in which groups were made, by any Poundlock with this folder of its own. The next start may be in another
 * group than the one that was killed, as every login and every service is, and would not find what that one left.
 */
export interface GroupPaths {
  /** The others that are still there. */
  others(here: readonly string[]): readonly string[]
  /** Before a group is made there. */
  remember(folders: readonly string[]): void
}

/** @param folder an own folder: a link for each place, since that is made in one step and never half-written */
export function openGroupPaths(folder: string): GroupPaths {
  const view = viewOfGroups()
  const links = () => namesIn(folder).filter((name) => name.startsWith(`${view}-`))
  return {
    others: (here) =>
      links().flatMap((name) => {
        const target = linkTarget(join(folder, name))
        if (target === null || here.includes(target)) return []
        if (existsSync(target)) return [target]
        // Gone with all that was in it.
        removeIfThere(join(folder, name))
        return []
      }),
    remember(folders) {
      // Read first: the digest takes milliseconds to load, and nearly every start finds its folder noted.
      const known = new Set(links().map((name) => linkTarget(join(folder, name))))
      for (const target of folders) {
        if (known.has(target)) continue
        const digest = createHash('sha256').update(target).digest('hex').slice(0, 16)
        try {
          makeMissingFolders(folder)
          symlinkSync(target, join(folder, `${view}-${digest}`))
        } catch {
          // It is noted already, or no note can be written: then only starts in the same group find leftovers.
        }
      }
    },
  }
}

/** In a container the same path is another group: only notes of the same view count. */
const viewOfGroups = (): string => /\d+/.exec(linkTarget('/proc/self/ns/cgroup') ?? '')?.[0] ?? '0'
