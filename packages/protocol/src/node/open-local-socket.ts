import { connect } from 'node:net'
import { checkSocket } from '@poundlock/state-files/node'
import type { ClientSocket } from '../client/client-socket.ts'
import { openWebSocket } from './open-socket.ts'

/**
 * What opens a WebSocket over the gateway's unix socket. The socket must be this user's own, in a folder that is closed to
 * others and that no other user can replace: otherwise another user could answer there.
 *
 * @throws StateFileError `STATE_FILE_UNTRUSTED` where another user could have put it there, `STATE_FILE_SOCKET_PATH`
 */
export function openLocalSocket(path: string): ClientSocket {
  checkSocket(path)
  return openWebSocket('ws://localhost/ws', { createConnection: () => connect(path) })
}
