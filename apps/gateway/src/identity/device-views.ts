import type { Device as ShownDevice, PairingRequest as ShownRequest } from '@poundlock/protocol'
import type { Connections } from '../connection/connections.ts'
import type { Device } from './device.ts'
import type { PairingRequest } from './pairing-requests.ts'

/** A device as operators see it: without its key, and without the hashes of its tokens. */
export function shownDevice(device: Device, connections: Connections, revokedAt?: number): ShownDevice {
  const { publicKey, tokenHash, nextTokenHash, renew, local, ...shown } = device
  return {
    ...shown,
    connections: connections.ofDevice(device.id).length,
    ...(revokedAt !== undefined && { revokedAt }),
  }
}

/** A request as operators see it. */
export function shownRequest(request: PairingRequest): ShownRequest {
  const { id, deviceId, name, role, scopes, client, address, createdAt, expiresAt } = request
  return {
    request: id,
    device: deviceId,
    name,
    role,
    scopes: [...scopes],
    client,
    expiresAt,
    from: address === 'unix' ? 'local' : address,
    at: createdAt,
  }
}
