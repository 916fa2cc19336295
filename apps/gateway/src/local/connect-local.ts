import { createPrivateKey } from 'node:crypto'
import { ROLE_SCOPES, type Scope } from '@poundlock/protocol'
import { connectGateway, type GatewayClient } from '@poundlock/protocol/client'
import { keyIdentity, openLocalSocket } from '@poundlock/protocol/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { readLocalOwner } from '../identity/local-owner.ts'
import { answers } from '../listen/listen-at-socket.ts'
import { checkSocket, gatewaySocket } from '../listen/socket-path.ts'

export interface LocalConnection {
  /** The folder of Poundlock's state; absolute. */
  readonly stateFolder: string
  /** Of the program that connects. */
  readonly version: string
  /** All of an operator unless set. */
  readonly scopes?: readonly Scope[]
}

/**
 * Connects to the gateway of a state folder as the user that it runs as, over the local socket, once.
 *
 * @throws GatewayHostError `GATEWAY_ABSENT` where none runs, `GATEWAY_UNTRUSTED`, `GATEWAY_STATE`; ClientError
 */
export async function connectLocal({
  stateFolder,
  version,
  scopes = ROLE_SCOPES.operator,
}: LocalConnection): Promise<GatewayClient> {
  const path = gatewaySocket(stateFolder)
  // Nothing is said to a socket that is somebody else's.
  const owner = checkSocket(path) ? readLocalOwner(stateFolder) : null
  if (owner === null || !(await answers(path))) throw absent(path)
  const { publicKey, privateKey } = owner.storedKey
  const client = connectGateway({
    url: () => openLocalSocket(path),
    identity: keyIdentity(
      createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey } }),
    ),
    credential: { kind: 'token', token: owner.token },
    role: 'operator',
    scopes,
    client: { name: 'poundlock', version, platform: process.platform },
    gatewayId: owner.gatewayId,
    reconnect: false,
  })
  await client.ready()
  return client
}

const absent = (path: string) =>
  new GatewayHostError('GATEWAY_ABSENT', `${path}: no gateway runs`, {
    remedy: 'Start one: poundlock gateway run',
    details: { path },
  })
