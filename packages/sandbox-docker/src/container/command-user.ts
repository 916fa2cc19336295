import { readFileSync, statSync } from 'node:fs'
import { SandboxError } from '@poundlock/sandbox'

/** Who a command is in its container. */
export interface CommandUser {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

/**
 * The owner of the workspace, so that new files belong to whom they should; or whom the configuration names. In a
 * rootless engine it is the container's root, which outside is the user that runs the engine.
 *
 * @param wanted `uid` or `uid:gid`
 * @throws SandboxError `SANDBOX_POLICY`
 */
export function commandUser(workspace: string, wanted: string | undefined, rootless: boolean): CommandUser {
  if (wanted !== undefined) return namedUser(wanted)
  if (rootless) return { uid: 0, gid: 0, name: 'agent' }
  const { uid, gid } = statSync(workspace)
  return { uid, gid: uid === 0 ? 0 : ownGroup(uid, gid), name: 'agent' }
}

/** @throws SandboxError `SANDBOX_POLICY` when it is no number */
export function namedUser(text: string): CommandUser {
  const { uid, gid } = /^(?<uid>\d{1,9})(?::(?<gid>\d{1,9}))?$/.exec(text)?.groups ?? {}
  if (uid === undefined) {
    throw new SandboxError(`The user ${JSON.stringify(text)} of the sandbox is no number.`, {
      code: 'SANDBOX_POLICY',
      remedy: 'Write sandbox.docker.user as "1000" or "1000:1000". An image may know no names.',
    })
  }
  return { uid: Number(uid), gid: Number(gid ?? uid), name: 'agent' }
}

/** The owner's own group. That of the folder may be root's, which would open what root's group may read. */
function ownGroup(uid: number, gid: number): number {
  try {
    for (const { groups } of readFileSync('/etc/passwd', 'utf8').matchAll(
      /^[^:\n]*:[^:\n]*:(?<uid>\d+):(?<gid>\d+):/gm,
    )) {
      if (Number(groups?.['uid']) === uid) return Number(groups?.['gid'])
    }
  } catch {
    // A machine without that file.
  }
  return gid === 0 ? uid : gid
}
