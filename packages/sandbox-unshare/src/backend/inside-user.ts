import { readFileSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { InsideUser } from '@poundlock/sandbox'

/** Who the command is inside where the host's user is root: never uid 0, which too much trusts. */
const stranger: InsideUser = { uid: 1000, gid: 1000, name: 'agent' }

export interface Users {
  /** Who the process becomes on the host first, or `null` to stay. */
  readonly host: { readonly uid: number; readonly gid: number } | null
  readonly inside: InsideUser
}

/**
 * Decides who a command runs as. As a normal user: as that user. As root: as the owner of the workspace, so that new
 * files belong to whom they should; where that is root itself, it keeps root's files but is nobody special inside.
 */
export function usersFor(workspace: string): Users {
  const { uid, gid, username } = userInfo()
  if (uid !== 0) return { host: null, inside: { uid, gid, name: accountName(username) } }
  const owner = statSync(workspace)
  if (owner.uid === 0) return { host: null, inside: stranger }
  const group = groupOf(owner)
  return { host: { uid: owner.uid, gid: group }, inside: { uid: owner.uid, gid: group, name: stranger.name } }
}

/** The owner's own group. That of the folder may be root's, which would open what root's group may read. */
function groupOf(owner: Stats): number {
  const own = /^[^:\n]*:[^:\n]*:(?<uid>\d+):(?<gid>\d+):/gm
  for (const { groups } of readFileSync('/etc/passwd', 'utf8').matchAll(own)) {
    if (Number(groups?.['uid']) === owner.uid) return Number(groups?.['gid'])
  }
  return owner.gid === 0 ? owner.uid : owner.gid
}

/** Safe to write into a line of `/etc/passwd`. */
function accountName(name: string): string {
  return /^[a-z_][a-z0-9_.-]{0,31}$/i.test(name) ? name : stranger.name
}
