import { readFileSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { InsideUser } from '@poundlock/sandbox'

/** Who the command is inside where the host's user is root: never uid 0, which too much trusts. */
const OTHER_USER: InsideUser = { uid: 1000, gid: 1000, name: 'agent' }

export interface Users {
  /** Whom the process becomes on the host first, or `null` to stay. */
  readonly become: { readonly uid: number; readonly gid: number } | null
  /** Who it is on the host then. */
  readonly host: { readonly uid: number; readonly gid: number }
  readonly inside: InsideUser
}

/**
 * Chooses the user of a command. As a normal user: that user. As root: the owner of the workspace, so that new files
 * have the right owner; where that is root itself, the command keeps root's files and has no privileges inside.
 */
export function usersFor(workspace: string): Users {
  const [uid, gid] = [process.geteuid!(), process.getegid!()]
  if (uid !== 0) return { become: null, host: { uid, gid }, inside: { uid, gid, name: accountName() } }
  const owner = statSync(workspace)
  if (owner.uid === 0) return { become: null, host: { uid, gid }, inside: OTHER_USER }
  const host = { uid: owner.uid, gid: groupOf(owner) }
  return { become: host, host, inside: { ...host, name: OTHER_USER.name } }
}

/** The owner's own group. That of the folder may be root's, which would open what root's group may read. */
function groupOf(owner: Stats): number {
  const own = /^[^:\n]*:[^:\n]*:(?<uid>\d+):(?<gid>\d+):/gm
  for (const { groups } of readFileSync('/etc/passwd', 'utf8').matchAll(own)) {
    if (Number(groups?.['uid']) === owner.uid) return Number(groups?.['gid'])
  }
  return owner.gid === 0 ? owner.uid : owner.gid
}

/** The user's name, where it has one that is safe to write into a line of `/etc/passwd`. */
function accountName(): string {
  try {
    const { username } = userInfo()
    return /^[a-z_][a-z0-9_.-]{0,31}$/i.test(username) ? username : OTHER_USER.name
  } catch {
    return OTHER_USER.name
  }
}
