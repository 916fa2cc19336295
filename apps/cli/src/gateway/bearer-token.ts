import { gatewaySocket } from '@poundlock/gateway'
import { stateFolder } from '@poundlock/local-host'
import type { Role, Scope } from '@poundlock/protocol'
import { connectGateway } from '@poundlock/protocol/client'
import { keyIdentity, newDeviceKey, openLocalSocket } from '@poundlock/protocol/node'

declare const POUNDLOCK_VERSION: string

/** A device that is known by its token alone. */
export interface BearerDevice {
  /** Shown this once: the gateway keeps its hash. */
  readonly token: string
  readonly device: { readonly id: string; readonly name: string }
}

/**
 * Uses a setup code for a device of its own whose key nobody keeps, so that its token is all there is of it.
 *
 * @throws ClientError
 */
export async function pairBearer(invited: {
  readonly code: string
  readonly gateway: { readonly id: string }
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly name: string
}): Promise<BearerDevice> {
  const { code, gateway, role, scopes, name } = invited
  let token = ''
  const client = connectGateway({
    url: () => openLocalSocket(gatewaySocket(stateFolder())),
    identity: keyIdentity(newDeviceKey()),
    credential: { kind: 'setup-code', code, name },
    role,
    scopes,
    client: { name: 'poundlock', version: POUNDLOCK_VERSION, platform: process.platform },
    gatewayId: gateway.id,
    onToken: (given) => void (token = given),
    reconnect: false,
  })
  try {
    const { device } = await client.ready()
    return { token, device }
  } finally {
    client.close()
  }
}
