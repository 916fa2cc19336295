import { createHash } from 'node:crypto'
import { closeSync, constants, fchownSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SandboxError } from '@poundlock/sandbox'
import { lstatOrNull, makeOwnFolder } from '@poundlock/state-files/node'

/**
 * The home folder of a server, which it alone writes: caches of packages and its own data stay there between runs. It lies
 * beside the state folder, which no contained program sees.
 */
export function serverHome(server: string, stateDirectory: string): string {
  const digest = createHash('sha256').update(server, 'utf16le').digest('hex').slice(0, 12)
  const readable = server.replaceAll(/[^a-zA-Z0-9_-]+/g, '-').slice(0, 40)
  return join(`${stateDirectory}-servers`, `${readable}-${digest}`, 'home')
}

/**
 * Makes it. What root starts for the workspace of a user runs as that user.
 *
 * @throws SandboxError when the server has put something else in its place
 */
export function makeServerHome(server: string, stateDirectory: string, workspace: string): string {
  const home = serverHome(server, stateDirectory)
  makeOwnFolder(dirname(dirname(home)))
  const owner = statSync(workspace)
  for (const folder of [dirname(home), home]) {
    if (lstatOrNull(folder) === null) mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (lstatOrNull(folder)?.isDirectory() !== true) throw noFolder(server, folder)
    if (process.getuid?.() === 0) giveTo(owner, folder)
  }
  return home
}

/** A link that takes the place of the folder meanwhile is not followed. */
function giveTo({ uid, gid }: { readonly uid: number; readonly gid: number }, folder: string): void {
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    if (fstatSync(descriptor).uid !== uid) fchownSync(descriptor, uid, gid)
  } finally {
    closeSync(descriptor)
  }
}

const noFolder = (server: string, path: string) =>
  new SandboxError(`The server ${JSON.stringify(server)} cannot start: ${JSON.stringify(path)} is not a folder.`, {
    code: 'SANDBOX_FAILED',
    remedy:
      'Only the server writes there: if you did not put a link or a file there, it did. Look at it, then remove it, and the folder is made again.',
    details: { path },
  })
