import { lstatSync, realpathSync, type Stats } from 'node:fs'
import { connect } from 'node:net'
import { dirname, isAbsolute } from 'node:path'
import { isObeyed, ownershipProblem, StateFileError } from '@poundlock/state-files/node'
import type { ClientSocket } from '../client/client-socket.ts'
import { openWebSocket } from './open-socket.ts'

/**
 * What opens a WebSocket over the gateway's unix socket. The socket must be this user's own, in a folder that is closed to
 * others and that nobody else can put another one in the place of: else somebody else could answer there.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED` where somebody else could have put it there
 */
export function openLocalSocket(path: string): ClientSocket {
  if (!isAbsolute(path) || path.includes('\0')) {
    throw untrusted(path, 'is no absolute path', 'Give the path of the socket that the gateway prints.')
  }
  checkFolder(dirname(path))
  const socket = look(path)
  if (socket && !socket.isSocket()) throw untrusted(path, 'is no socket', 'Move it away.')
  const user = process.geteuid?.()
  if (socket && user !== undefined && socket.uid !== user) {
    throw untrusted(path, `belongs to user ${socket.uid}, not to you`, 'Look at who could put it there.')
  }
  return openWebSocket('ws://localhost/ws', { createConnection: () => connect(path) })
}

function checkFolder(folder: string): void {
  const stats = look(folder)
  if (!stats) return
  const problem = ownershipProblem(folder, stats, 'folder', 'private')
  if (problem) throw untrusted(folder, problem.problem, problem.remedy)
  let at = dirname(realpathSync(folder))
  for (;;) {
    if (!isObeyed(at, { privateGroup: process.getgid?.() })) {
      throw untrusted(at, 'can be changed by others', `Take that away: chmod go-w ${at}`)
    }
    if (at === dirname(at)) return
    at = dirname(at)
  }
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

const untrusted = (path: string, problem: string, remedy: string) =>
  new StateFileError(`${path} ${problem}`, { code: 'STATE_FILE_UNTRUSTED', remedy, details: { path } })
