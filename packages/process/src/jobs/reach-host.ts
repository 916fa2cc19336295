import { setTimeout as wait } from 'node:timers/promises'
import { RpcError, type Connection } from '@poundlock/jsonrpc'
import { connectStreams } from '@poundlock/jsonrpc/node'
import { ProcessError } from '../process-error.ts'
import { hostOf } from './host-claim.ts'
import { connectTo } from './host-socket.ts'
import { LAUNCH_AGAIN_MS, noteLaunch } from './launch-note.ts'
import { makeOwnFolder } from './own-folder.ts'

export interface HostToReach {
  readonly folder: string
  readonly launchHost: () => void
  /** Milliseconds that a host may take to start. */
  readonly launchMs: number
}

export interface HostConnection {
  readonly connection: Connection
  /** Keeps this process going while something is awaited of the host, or no longer. */
  readonly hold: (keeps: boolean) => void
}

/**
 * Connects to the host of a folder, and launches one where none serves. A socket that takes a connection proves nothing:
 * that of a host which was killed does so until the last of its threads is gone. So the host is asked for a sign first.
 *
 * @throws ProcessError `PROCESS_NO_HOST`
 */
export async function reachHost({ folder, launchHost, launchMs }: HostToReach): Promise<HostConnection> {
  makeOwnFolder(folder)
  const deadline = performance.now() + launchMs
  let launchAt = 0
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    let failure: unknown
    try {
      const socket = await connectTo(folder)
      const connection = connectStreams(socket, socket, { framing: 'newline' })
      failure = await failureOf(connection, deadline - performance.now())
      if (failure === null) return { connection, hold: (keeps) => void (keeps ? socket.ref() : socket.unref()) }
      socket.destroy()
    } catch (error) {
      failure = error
      // One that starts, or is about to end, is waited for.
      if (performance.now() >= launchAt && hostOf(folder) === null && noteLaunch(folder)) {
        launchHost()
        launchAt = performance.now() + LAUNCH_AGAIN_MS
      }
    }
    if (performance.now() > deadline) throw noHost(folder, launchMs, failure)
    await wait(pause)
  }
}

/** Why the process at the other end does not serve; `null` when it does. */
async function failureOf(connection: Connection, milliseconds: number): Promise<unknown> {
  try {
    await connection.request('ping', {}, { timeoutMs: Math.max(1, milliseconds) })
    return null
  } catch (error) {
    // A host that refuses is running.
    return error instanceof RpcError && error.code === 'REMOTE' ? null : error
  }
}

function noHost(folder: string, milliseconds: number, cause: unknown): ProcessError {
  const host = hostOf(folder)
  const reason =
    host === null
      ? 'Look whether processes can be started and the folder can be written'
      : `Process ${host} serves them and says nothing: look whether it is stopped, or end it, which ends its jobs`
  return new ProcessError(`No host for jobs answered within ${milliseconds} ms (${folder}).`, {
    code: 'PROCESS_NO_HOST',
    remedy: `${reason}; nothing was run.`,
    details: { folder },
    cause,
  })
}
