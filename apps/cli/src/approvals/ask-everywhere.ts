import type { ApprovalRequest } from '@poundlock/approvals'
import type { NewRequest, Surface } from '@poundlock/approvals/node'
import { askThroughStore, connectApprovals, openRequestStore } from '@poundlock/approvals/node'
import { approvalsPaths, makeStateFolder, type ApprovalsPaths } from '@poundlock/local-host'
import type { AskForApproval, CallToApprove } from '@poundlock/runtime'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { terminalSurface } from '../output/ask-terminal.ts'

/** Where approvals are asked for, and how long a request waits. */
export interface AskerOptions {
  /** Whether the person at the terminal may be asked. */
  readonly terminal: boolean
  /** Whether the process that serves the socket of approvals may show it. */
  readonly socket: boolean
  /** What becomes of a request that is shown nowhere. */
  readonly unattended: 'deny' | 'queue'
  readonly abortSignal: AbortSignal
  /** How long a request waits. Half an hour unless set. */
  readonly timeoutSeconds?: number
  /** Makes the stored request of a call, with the requirements of the configuration. */
  readonly requestOf: (call: CallToApprove) => NewRequest
  /** More surfaces. */
  readonly more?: readonly Surface<CallToApprove>[]
  /** Prints to standard error what a call waits for, when no question is shown at the terminal. */
  readonly saysWaiting?: boolean
}

/** Asks through the store of requests: at the terminal, at the socket, and on the caller's surfaces. */
export function askEverywhere(state: string, options: AskerOptions): AskForApproval {
  makeStateFolder(state)
  const place = approvalsPaths(state)
  const surfaces = [
    ...(options.terminal ? [terminalSurface(options.abortSignal)] : []),
    ...(options.socket ? [socketSurface(place, !options.terminal && options.saysWaiting === true)] : []),
    ...(options.more ?? []),
  ]
  const { timeoutSeconds } = options
  const lifetime = timeoutSeconds === undefined ? {} : { lifetimeMs: timeoutSeconds * 1000 }
  return askThroughStore(openRequestStore(place.requests, lifetime), surfaces, options.requestOf, options.unattended)
}

/** The server of the socket shows what waits: to clients that watch, and in chats. */
function socketSurface(place: ApprovalsPaths, saysWaiting: boolean): Surface {
  return {
    name: 'socket',
    async show({ stored, signal }) {
      try {
        const token = place.token({ make: false })
        if (token === null) return false
        const client = await connectApprovals({ path: place.socket, token })
        signal.addEventListener('abort', () => client.close(), { once: true })
        if (signal.aborted) client.close()
        const surfaces = await client.show(stored.id)
        if (saysWaiting && surfaces.length > 0 && !signal.aborted) process.stderr.write(waitingNote(stored, surfaces))
        return surfaces.length > 0
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

/** What a call waits for, where to answer, and until when. */
function waitingNote({ id, binding, reasons, expiresAt }: ApprovalRequest, surfaces: readonly string[]): string {
  const short = id.slice(0, 8)
  const lines = [
    `waits for an approval, request ${short}, until ${new Date(expiresAt).toISOString()}: ${visibleText(binding.text)}`,
    ...reasons.slice(0, 1).map((reason) => `because ${visibleText(reason)}`),
    `It is shown by: ${surfaces.map((name) => visibleText(name)).join(', ')}. A person also answers with "poundlock approvals resolve ${short} allow-once", or "deny".`,
  ]
  return `poundlock: ${lines.join('\n  ')}\n`
}
