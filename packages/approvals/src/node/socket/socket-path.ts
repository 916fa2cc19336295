import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  lstatSync,
  openSync,
  closeSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  type Stats,
} from 'node:fs'
import type { Server } from 'node:net'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { describeHolder, isGone, ownershipProblem, withLock } from '@poundlock/state-files/node'
import { ApprovalsError } from '../../approvals-error.ts'
import { SOCKET_PROTOCOL } from '../../socket/protocol.ts'
import { asApprovalsError, makeOwnFolder } from '../own-folder.ts'

/**
 * Refuses a path that the system would cut off, or that is not where it seems.
 *
 * @throws ApprovalsError `APPROVALS_SOCKET_PATH`
 */
export function checkSocketPath(path: string): void {
  const bytes = Buffer.byteLength(path)
  if (isAbsolute(path) && !path.includes('\0') && bytes <= SOCKET_PROTOCOL.maxPathBytes) return
  throw new ApprovalsError(
    'APPROVALS_SOCKET_PATH',
    isAbsolute(path)
      ? `${path}: the path of the socket has ${bytes} bytes; systems take ${SOCKET_PROTOCOL.maxPathBytes} at most`
      : `${JSON.stringify(path)}: the path of the socket is not absolute`,
    { remedy: 'Name a shorter one as socket.path in exec-approvals.json, or set POUNDLOCK_HOME to a shorter folder.' },
  )
}

/**
 * Makes sure that nobody else can even see what is in the folder of a socket.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export function checkPrivateFolder(folder: string): void {
  const stats = look(folder)
  if (stats === null) throw untrusted(folder, 'does not exist', `Make it: mkdir -m 700 ${folder}`)
  const problem = ownershipProblem(folder, stats, 'folder', 'private')
  if (problem !== null) throw untrusted(folder, problem.problem, problem.remedy)
}

/**
 * Makes sure that a socket is ours, before anything is said to it. `false` where there is none.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export function checkSocket(path: string): boolean {
  const folder = dirname(path)
  if (look(folder) === null) return false
  checkPrivateFolder(folder)
  const stats = look(path)
  if (stats === null) return false
  if (!stats.isSocket()) throw untrusted(path, 'is no socket', 'Move it away.')
  const user = process.geteuid?.()
  if (user !== undefined && stats.uid !== user) {
    throw untrusted(path, `belongs to user ${stats.uid}, not to you`, 'Remove it, and look at who could put it there.')
  }
  return true
}

/** A server that listens, and what it takes to stop. */
export interface Listening {
  /** Whether the socket is still there, and ours. */
  readonly isOurs: () => boolean
  readonly release: () => void
}

/**
 * Has a server listen at a path, as the only one: a socket whose server is gone is taken over, one whose server lives is
 * not. The socket gets its name only when it is closed to others.
 *
 * @throws ApprovalsError `APPROVALS_SOCKET_PATH`, `APPROVALS_SOCKET_BUSY`, `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export async function listenAlone(server: Server, path: string): Promise<Listening> {
  checkSocketPath(path)
  const folder = dirname(path)
  makeOwnFolder(folder)
  checkPrivateFolder(folder)
  const holder = join(folder, `.${basename(path)}.holder`)
  // As long as the name it will have, so that it is not cut off either.
  const first = join(
    folder,
    randomBytes(16)
      .toString('hex')
      .slice(0, Math.max(1, basename(path).length)),
  )
  await listen(server, first)
  const release = () => {
    removeIf(holder, () => readlinkSync(holder) === text)
    removeIf(path, () => nodeOf(path) === node)
  }
  chmodSync(first, 0o600)
  const node = nodeOf(first)
  const text = describeHolder()
  try {
    await withLock(folder, 5000, () => {
      if (isHeld(holder)) throw busy(path)
      removeIf(holder, () => true)
      removeIf(path, () => lstatSync(path).isSocket())
      linkSync(first, path)
      symlinkSync(text, holder)
    })
  } catch (error) {
    server.close()
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? untrusted(path, 'is no socket', 'Move it away.')
      : asApprovalsError(error, 'listen at', path)
  } finally {
    removeIf(first, () => true)
  }
  return { isOurs: () => nodeOf(path) === node, release }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(asApprovalsError(error, 'listen at', path)))
    server.listen(path, resolve)
  })
}

function isHeld(holder: string): boolean {
  try {
    return !isGone(readlinkSync(holder))
  } catch {
    return false
  }
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

/** Makes the file that proves whose process this is: who makes a file owns it. */
export function makeProof(folder: string, name: string): void {
  try {
    closeSync(openSync(join(folder, name), 'wx', 0o600))
  } catch (error) {
    throw asApprovalsError(error, 'make', join(folder, name))
  }
}

/** Whether the file is there and was made by this user; it is gone afterwards. */
export function takeProof(folder: string, name: string): boolean {
  const path = join(folder, name)
  const stats = look(path)
  removeIf(path, () => stats !== null)
  return stats !== null && stats.isFile() && stats.nlink === 1 && stats.uid === (process.geteuid?.() ?? stats.uid)
}

function look(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    throw asApprovalsError(error, 'look at', path)
  }
}

const untrusted = (path: string, problem: string, remedy: string) =>
  new ApprovalsError('APPROVALS_UNTRUSTED', `${path}: ${problem}`, { remedy, details: { path } })

const busy = (path: string) =>
  new ApprovalsError('APPROVALS_SOCKET_BUSY', `${path}: another process serves it already`, {
    remedy: 'Connect to it instead: `poundlock approvals watch` does.',
  })
