import { join } from 'node:path'
import { describeProcess, isRunning, makeOwnFolder, readOwnText, replaceOwnFile } from '@poundlock/state-files/node'

/** What a node that runs says of itself, to the user of its machine. */
export interface NodeStatus {
  readonly pid: number
  readonly gateway: string
  readonly connected: boolean
  /** As the gateway calls it; absent until it has said so. */
  readonly name?: string
  readonly approved?: readonly string[]
}

const MAX_BYTES = 64 * 1024
const fileOf = (stateFolder: string) => join(stateFolder, 'node', 'status.json')

/** Writes it down; nobody relies on it but people. */
export function writeNodeStatus(stateFolder: string, status: Omit<NodeStatus, 'pid'>): void {
  makeOwnFolder(join(stateFolder, 'node'))
  const text = JSON.stringify({ process: describeProcess(process.pid), pid: process.pid, ...status })
  replaceOwnFile(fileOf(stateFolder), `${text}\n`, { durable: false })
}

/** `null` where no node runs. @throws StateFileError */
export function readNodeStatus(stateFolder: string): NodeStatus | null {
  const text = readOwnText(fileOf(stateFolder), { ownership: 'private', maxBytes: MAX_BYTES })
  if (text === null) return null
  const { process: described, ...status } = JSON.parse(text) as NodeStatus & { readonly process: string | null }
  return described !== null && isRunning(described) ? status : null
}
