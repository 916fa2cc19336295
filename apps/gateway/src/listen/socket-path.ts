import { join } from 'node:path'
import { StateFileError } from '@poundlock/state-files/node'
import { GatewayHostError, type GatewayHostErrorCode } from '../gateway-host-error.ts'

/** Where the gateway of a state folder has its files. */
export const gatewayFolder = (stateFolder: string): string => join(stateFolder, 'gateway')

/** Where local clients reach the gateway of a state folder. */
export const gatewaySocket = (stateFolder: string): string => join(gatewayFolder(stateFolder), 'gateway.sock')

/** What is wrong with the socket, as an error of the gateway; other errors stay as they are. */
export function socketError(error: unknown): unknown {
  const meaning = error instanceof StateFileError ? MEANINGS[error.code] : undefined
  if (!(error instanceof StateFileError) || meaning === undefined) return error
  const [code, message = error.message, remedy = error.remedy] = meaning(error)
  return new GatewayHostError(message, { code, remedy, details: error.details, cause: error })
}

type Meaning = readonly [code: GatewayHostErrorCode, message?: string, remedy?: string]

const MEANINGS: Readonly<Record<string, (error: StateFileError) => Meaning>> = {
  STATE_FILE_SOCKET_PATH: ({ message }) => [
    'GATEWAY_SOCKET_PATH',
    message,
    'Set POUNDLOCK_HOME to a folder with a shorter path.',
  ],
  STATE_FILE_SOCKET_BUSY: ({ details }) => [
    'GATEWAY_BUSY',
    `${String(details['path'])}: another gateway serves it already`,
    'Use that one (poundlock gateway status), or end it: poundlock gateway stop',
  ],
  STATE_FILE_UNTRUSTED: () => ['GATEWAY_UNTRUSTED'],
}
