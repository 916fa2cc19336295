import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

const SEARCH = 1

/**
 * The first folder above a path that this user may not pass, or `null`. In a user namespace root passes nothing that
 * belongs to others, so root asks as well.
 */
export function closedFolder(path: string, user: { readonly uid: number; readonly gid: number }): string | null {
  const parent = dirname(path)
  if (parent === path) return null
  const above = closedFolder(parent, user)
  if (above !== null) return above
  const stats = statSync(parent, { throwIfNoEntry: false })
  return stats === undefined || mayPass(stats, user) ? null : parent
}

function mayPass({ uid, gid, mode }: Stats, user: { readonly uid: number; readonly gid: number }): boolean {
  // In the namespace, root still passes its own.
  if (uid === user.uid) return user.uid === 0 || (mode & (SEARCH << 6)) !== 0
  return (mode & (gid === user.gid ? SEARCH << 3 : SEARCH)) !== 0
}
