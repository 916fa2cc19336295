import { connectApprovals, openRequestStore } from '@poundlock/approvals/node'
import { askThroughStore, type AskForApproval, type AskingSurface } from '@poundlock/runtime'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { terminalSurface } from '../output/ask-terminal.ts'
import { approvalsPlace, hasSocket, type ApprovalsPlace } from './approvals-place.ts'
import type { AskerOptions } from './asker.ts'
import { makeStateFolder } from './state-folder.ts'

/** Asks through the store of requests: on the terminal, on what is served at the socket, and on surfaces of the caller's. */
export function askEverywhere(state: string, options: AskerOptions): AskForApproval {
  makeStateFolder(state)
  const place = approvalsPlace(state)
  const surfaces = [
    ...(options.terminal ? [terminalSurface(options.abortSignal)] : []),
    ...(hasSocket(place) ? [socketSurface(place)] : []),
    ...(options.more ?? []),
  ]
  const { timeoutSeconds } = options
  const lifetime = timeoutSeconds === undefined ? {} : { lifetimeMs: timeoutSeconds * 1000 }
  return askThroughStore(openRequestStore(place.requests, lifetime), surfaces)
}

/** Whoever serves the socket shows what waits: to clients that watch, and in chats. */
function socketSurface(place: ApprovalsPlace): AskingSurface {
  return {
    name: 'socket',
    async show({ stored, signal }) {
      try {
        const token = place.token({ make: false })
        if (token === null) return false
        const client = await connectApprovals({ path: place.socket, token })
        signal.addEventListener('abort', () => client.close(), { once: true })
        if (signal.aborted) client.close()
        return (await client.show(stored.id)).length > 0
      } catch (error) {
        if (!PoundlockError.isInstance(error)) throw error
        if (error.code !== 'APPROVALS_SOCKET_ABSENT') {
          process.stderr.write(`poundlock: not asked there: ${visibleText(error.message)}\n`)
        }
        return false
      }
    },
  }
}
