import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import type { Server } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { withLock } from '../lock.ts'
import { makeOwnFolder } from '../own-folder.ts'
import { describeHolder, isGone } from '../process-identity.ts'
import { StateFileError, stateFileError } from '../state-file-error.ts'
import { checkSocketFolder, checkSocketPath, notASocket } from './check-socket.ts'

const LOCK_TIMEOUT_MS = 5000

/** The right to serve the path of a socket: one process at a time has it. */
export interface SocketClaim {
  /** Absolute path of the socket. */
  readonly path: string
  /** Makes a server listen there. @throws StateFileError */
  listen(server: Server): Promise<void>
  /** Whether the socket that `listen` made is still there. */
  isOurs(): boolean
  /** Removes the socket, if it is still ours, and gives the right back. */
  release(): void
}

/** How a socket is claimed, and who may connect. */
export interface SocketClaimOptions {
  /** Has a server take the connections of the socket that is at the path, and that stays there on release. */
  readonly listen?: (server: Server) => Promise<void>
}

/**
 * Claims the path of a socket, and makes its folder where it is missing. A socket that was left behind is replaced; one
 * that a process serves, or has claimed, is not.
 *
 * @param options of a socket that a service manager opened
 * @throws StateFileError `STATE_FILE_SOCKET_PATH`, `STATE_FILE_SOCKET_BUSY`, `STATE_FILE_UNTRUSTED`, `STATE_FILE_IO`
 */
export async function claimSocket(path: string, { listen: open }: SocketClaimOptions = {}): Promise<SocketClaim> {
  checkSocketPath(path)
  const folder = dirname(path)
  makeOwnFolder(folder)
  checkSocketFolder(folder)
  if (open === undefined && (await isSocketServed(path))) throw busy(path)
  const holder = holderOf(path)
  const text = describeHolder()
  await withLock(folder, LOCK_TIMEOUT_MS, () => {
    if (socketHolder(path) !== null) throw busy(path)
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
      if (open === undefined) {
        node = await bindUnreachable(server, path)
        return
      }
      await open(server)
      chmodSync(path, 0o600)
      node = nodeOf(path)
    },
    isOurs: () => nodeOf(path) === node,
    release() {
      if (open === undefined) removeIf(path, () => nodeOf(path) === node)
      removeIf(holder, () => readlinkSync(holder) === text)
    },
  }
}

/** The number of the process that has claimed the path of a socket and still runs; `null` where there is none. */
export function socketHolder(path: string): number | null {
  try {
    const text = readlinkSync(holderOf(path))
    return isGone(text) ? null : Number(text.split(':', 1)[0])
  } catch {
    return null
  }
}

/** Whether a process accepts connections at a path. */
export async function isSocketServed(path: string): Promise<boolean> {
  // Most programs that use this package open no socket.
  const { connect } = await import('node:net')
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
 * Binds the socket under a random name, in a folder that no other user can enter and with a mask that gives others no
 * right, and links it to its own name afterwards: at no moment can another user connect.
 *
 * @returns what tells the socket apart from another one at the same path
 */
async function bindUnreachable(server: Server, path: string): Promise<string> {
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
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? notASocket(path, error)
      : stateFileError(error, 'listen at', path)
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
  new StateFileError(`${path}: another process serves it already`, {
    code: 'STATE_FILE_SOCKET_BUSY',
    remedy: 'Connect to it, or end that process.',
    details: { path },
  })
