import { createPrivateKey } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROLE_SCOPES, type Scope } from '@poundlock/protocol'
import { connectGateway, type GatewayClient } from '@poundlock/protocol/client'
import { keyIdentity, openLocalSocket } from '@poundlock/protocol/node'
import { checkSocket, isSocketServed } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { readLocalOwner } from '../identity/local-owner.ts'
import { gatewaySocket, socketError } from '../listen/socket-path.ts'

const FIRST_START_MS = 10_000
const LOOK_MS = 50

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
  const owner = isOwnSocket(path) && (await isSocketServed(path)) ? await ownerOf(stateFolder) : null
  if (owner === null) throw absent(path)
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

function isOwnSocket(path: string): boolean {
  try {
    return checkSocket(path)
  } catch (error) {
    throw socketError(error)
  }
}

/** A service manager may answer for a gateway that starts for the first time, and has no owner yet. */
async function ownerOf(stateFolder: string): Promise<ReturnType<typeof readLocalOwner>> {
  for (const end = performance.now() + FIRST_START_MS; performance.now() < end;) {
    const owner = readLocalOwner(stateFolder)
    if (owner !== null) return owner
    // oxlint-disable-next-line no-await-in-loop -- nothing tells when the file is there
    await sleep(LOOK_MS)
  }
  return null
}

const absent = (path: string) =>
  new GatewayHostError(`${path}: no gateway runs`, {
    code: 'GATEWAY_ABSENT',
    remedy: 'Start one: poundlock gateway run',
    details: { path },
  })
