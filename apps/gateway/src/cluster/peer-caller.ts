import { GatewayError, type Role, type Scope } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Identity } from '../identity/identity.ts'

/** Who makes a request at another gateway, as that gateway says. */
export interface PeerCallerData {
  readonly deviceId: string
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly proof: Caller['proof']
}

export const peerCallerData = ({ deviceId, role, scopes, proof }: Caller): PeerCallerData => ({
  deviceId,
  role,
  scopes: [...scopes],
  proof,
})

/**
 * The caller of a request that another gateway passed on: a device that is paired here, too, with no more than its record
 * grants.
 *
 * @throws GatewayError `FORBIDDEN`
 */
export function peerCaller(identity: Identity, { deviceId, role, scopes, proof }: PeerCallerData): Caller {
  const device = identity.devices.get(deviceId)
  if (device === null || device.role !== role) {
    throw new GatewayError('The device is not paired with the gateway that has the request.', {
      code: 'FORBIDDEN',
      details: { reason: 'device' },
    })
  }
  const granted = new Set(scopes.filter((scope) => device.scopes.includes(scope)))
  const elsewhere = () => {
    throw new GatewayError('The connection is at another gateway.', { code: 'UNAVAILABLE' })
  }
  return {
    connectionId: '',
    deviceId,
    deviceName: device.name,
    role,
    ...(device.agent !== undefined && { agent: device.agent }),
    scopes: granted,
    proof,
    signal: new AbortController().signal,
    send: () => false,
    request: async () => elsewhere(),
    subscribe: elsewhere,
    unsubscribe: () => false,
  }
}
