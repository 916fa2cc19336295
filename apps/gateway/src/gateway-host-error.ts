import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * - `GATEWAY_CONFIG`: a setting with which the gateway does not start; `details.key` names it;
 * - `GATEWAY_SOCKET_PATH`: the path of the local socket is too long for the system, or not absolute;
 * - `GATEWAY_BUSY`: another gateway serves this state folder, or another program listens at the address;
 * - `GATEWAY_UNTRUSTED`: a file or folder is a link, another user's, or open to others;
 * - `GATEWAY_STATE`: a file of the gateway cannot be read as what it should be; it is left as it is;
 * - `GATEWAY_ABSENT`: no gateway answers;
 * - `GATEWAY_ADDRESS`: what was given as the address of a gateway is none;
 * - `GATEWAY_UNPAIRED`: this user is not paired with the gateway that was named.
 */
export type GatewayHostErrorCode =
  | 'GATEWAY_CONFIG'
  | 'GATEWAY_SOCKET_PATH'
  | 'GATEWAY_BUSY'
  | 'GATEWAY_UNTRUSTED'
  | 'GATEWAY_STATE'
  | 'GATEWAY_ABSENT'
  | 'GATEWAY_ADDRESS'
  | 'GATEWAY_UNPAIRED'

/** Thrown when the gateway cannot start, or cannot be reached; nothing is served then. */
export class GatewayHostError extends PoundlockError<GatewayHostErrorCode> {
  override readonly name = 'GatewayHostError'

  constructor(message: string, options: PoundlockErrorOptions<GatewayHostErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}
