import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { describeHolder, isGone, makeOwnFolder, stateFileError, withLock } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { checkPrivateFolder, checkSocketPath } from './socket-path.ts'

const LOCK_TIMEOUT_MS = 5000

/** The right to serve a path, and with it the folder around it: no other process has it at the same time. */
export interface SocketClaim {
  readonly path: string
  /** Has a server listen there. @throws StateFileError, GatewayHostError */
  listen(server: Server): Promise<void>
  /** Removes the socket, if it is still ours, and gives the right back. */
  release(): void
}

/**
 * Claims the path of a socket. One that is there is taken over when nobody answers at it, and the process that claimed
 * it before is gone.
 *
 * @throws GatewayHostError `GATEWAY_SOCKET_PATH`, `GATEWAY_UNTRUSTED`, `GATEWAY_BUSY`; StateFileError
 */
export async function claimSocket(path: string): Promise<SocketClaim> {
  checkSocketPath(path)
  const folder = dirname(path)
  makeOwnFolder(folder)
  checkPrivateFolder(folder)
  if (await answers(path)) throw busy(path)
  const holder = holderOf(path)
  const text = describeHolder()
  await withLock(folder, LOCK_TIMEOUT_MS, () => {
    if (claimant(path) !== null) throw busy(path)
    removeIf(holder, () => true)
    try {
      symlinkSync(text, holder)
    } catch (error) {
      throw stateFileError(error, 'make', holder)
    }
  })
  let node = 'none'
  return {
    path,
    async listen(server) {
      node = await bindAlone(server, path)
    },
    release() {
      removeIf(path, () => nodeOf(path) === node)
      removeIf(holder, () => readlinkSync(holder) === text)
    },
  }
}

/** The process that claims the path of a socket now: its number; `null` when there is none. */
export function claimant(path: string): number | null {
  try {
    const text = readlinkSync(holderOf(path))
    return isGone(text) ? null : Number(text.split(':', 1)[0])
  } catch {
    return null
  }
}

/** Whether somebody accepts connections there. */
export function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

const holderOf = (path: string): string => join(dirname(path), `.${basename(path)}.holder`)

/**
 * The socket is bound under a name of its own, in a folder that nobody else can enter and with a mask that gives others
 * no right, and gets its name afterwards: there is no moment in which somebody else could connect.
 *
 * @returns what tells the socket apart from another one at the same path
 */
async function bindAlone(server: Server, path: string): Promise<string> {
  // As long as the name it will have, so that it is not cut off either.
  const first = join(dirname(path), randomBytes(16).toString('hex').slice(0, basename(path).length))
  await bind(server, first)
  try {
    chmodSync(first, 0o600)
    removeIf(path, () => lstatSync(path).isSocket())
    linkSync(first, path)
    return nodeOf(first)
  } catch (error) {
    server.close()
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw stateFileError(error, 'listen at', path)
    throw new GatewayHostError('GATEWAY_UNTRUSTED', `${path}: is no socket`, { remedy: 'Move it away.', cause: error })
  } finally {
    removeIf(first, () => true)
  }
}

/** Node binds before `listen` returns, so that the mask holds for this socket and for nothing else. */
function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(stateFileError(error, 'listen at', path))
    server.once('error', fail)
    const before = process.umask(0o177)
    try {
      server.listen(path, () => {
        server.off('error', fail)
        resolve()
      })
    } finally {
      process.umask(before)
    }
  })
}

function nodeOf(path: string): string {
  try {
    const { dev, ino } = lstatSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return 'missing'
  }
}

function removeIf(path: string, condition: () => boolean): void {
  try {
    if (condition()) unlinkSync(path)
  } catch {
    // It is not there.
  }
}

const busy = (path: string) =>
  new GatewayHostError('GATEWAY_BUSY', `${path}: another gateway serves it already`, {
    remedy: 'Use that one (poundlock gateway status), or end it: poundlock gateway stop',
    details: { path },
  })
