import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { isObeyed, ownershipProblem } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'

/** The least that any system takes (macOS 103, Linux 107): a longer path would be cut off. */
const MAX_PATH_BYTES = 103

/** Where the gateway of a state folder has its files. */
export const gatewayFolder = (stateFolder: string): string => join(stateFolder, 'gateway')

/** Where local clients reach the gateway of a state folder. */
export const gatewaySocket = (stateFolder: string): string => join(gatewayFolder(stateFolder), 'gateway.sock')

/**
 * Refuses a path that the system would cut off.
 *
 * @throws GatewayHostError `GATEWAY_SOCKET_PATH`
 */
export function checkSocketPath(path: string): void {
  const bytes = Buffer.byteLength(path)
  if (isAbsolute(path) && !path.includes('\0') && bytes <= MAX_PATH_BYTES) return
  throw new GatewayHostError(
    'GATEWAY_SOCKET_PATH',
    isAbsolute(path)
      ? `${path}: the path of the socket has ${bytes} bytes; systems take ${MAX_PATH_BYTES} at most`
      : `${JSON.stringify(path)}: the path of the socket is not absolute`,
    { remedy: 'Set POUNDLOCK_HOME to a folder with a shorter path.', details: { path, bytes } },
  )
}

/**
 * Makes sure that only this user can reach what lies in a folder: it is theirs with mode 0700, and nobody else can put
 * another one in its place.
 *
 * @throws GatewayHostError `GATEWAY_UNTRUSTED`
 */
export function checkPrivateFolder(folder: string): void {
  const stats = look(folder)
  if (stats === null) throw untrusted(folder, 'does not exist', `Make it: mkdir -m 700 ${folder}`)
  const problem = ownershipProblem(folder, stats, 'folder', 'private')
  if (problem !== null) throw untrusted(folder, problem.problem, problem.remedy)
  for (const parent of parentsOf(folder)) {
    const parentStats = look(parent)
    if (parentStats?.isSymbolicLink() === true && !isOwnLink(parentStats)) {
      throw untrusted(parent, 'is a symbolic link of somebody else', 'Remove it; see where it leads first.')
    }
  }
  for (const parent of parentsOf(realpathSync(folder))) {
    if (isObeyed(parent, { privateGroup: process.getgid?.() })) continue
    throw untrusted(parent, 'can be changed by others', `Take that away: chmod go-w ${parent}`)
  }
}

/** Every folder above a path. */
function parentsOf(path: string): readonly string[] {
  const parents: string[] = []
  for (let at = path; at !== dirname(at); at = dirname(at)) parents.push(dirname(at))
  return parents
}

/** A link of the system or of this user leads where they say: `/tmp` on macOS, a home folder on another disk. */
const isOwnLink = ({ uid }: Stats): boolean => uid === 0 || uid === process.geteuid?.()

/**
 * Makes sure that a socket is ours, before anything is said to it.
 *
 * @returns false where there is none
 * @throws GatewayHostError `GATEWAY_UNTRUSTED`
 */
export function checkSocket(path: string): boolean {
  if (look(dirname(path)) === null) return false
  checkPrivateFolder(dirname(path))
  const stats = look(path)
  if (stats === null) return false
  if (!stats.isSocket()) throw untrusted(path, 'is no socket', 'Move it away.')
  const user = process.geteuid?.()
  if (user !== undefined && stats.uid !== user) {
    throw untrusted(path, `belongs to user ${stats.uid}, not to you`, 'Remove it, and look at who could put it there.')
  }
  return true
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (cause) {
    throw new GatewayHostError(
      'GATEWAY_UNTRUSTED',
      `${path}: cannot be looked at (${(cause as NodeJS.ErrnoException).code})`,
      {
        remedy: 'Give the folder to the user that runs this, with mode 0700.',
        cause,
      },
    )
  }
}

const untrusted = (path: string, problem: string, remedy: string) =>
  new GatewayHostError('GATEWAY_UNTRUSTED', `${path}: ${problem}`, { remedy, details: { path } })
