import { isAbsolute, join } from 'node:path'
import { openApprovalsStore, socketToken } from '@poundlock/approvals/node'
import { lstatOrNull } from '@poundlock/state-files/node'
import { homeFolder } from '../state/home-folder.ts'

/** Where approvals lie in the state folder: requests, the socket of prompting clients, and its token. */
export interface ApprovalsPaths {
  /** Absolute path of the folder of requests and answers. */
  readonly requests: string
  /** Absolute path of the socket. */
  readonly socket: string
  /** @returns `null` where there is none and none is to be made. @throws ApprovalsError */
  token(options: { readonly make: boolean }): string | null
}

/**
 * Where requests, grants and the socket of approvals lie below a state folder.
 *
 * @throws ApprovalsError when the document of the owner, which may name the socket, is broken
 */
export function approvalsPaths(state: string): ApprovalsPaths {
  const { socket = {} } = openApprovalsStore(join(state, 'exec-approvals.json')).read().document
  return {
    requests: join(state, 'approvals', 'requests'),
    socket: socket.path === undefined ? join(state, 'exec-approvals.sock') : pathOf(socket.path),
    token: (options) => socket.token ?? socketToken(join(state, 'approvals', 'socket-token'), options),
  }
}

/** Whether something lies where prompting clients are served; whether it answers shows when it is asked. */
export const hasSocket = ({ socket }: ApprovalsPaths): boolean => lstatOrNull(socket) !== null

const pathOf = (path: string) => (path.startsWith('~/') && !isAbsolute(path) ? join(homeFolder(), path.slice(2)) : path)
