import type { Device, PairingRequest } from '@poundlock/protocol'
import type { Connections } from '../connection/connections.ts'
import type { DeviceRecord } from './device.ts'
import type { PendingPairing } from './pairing-requests.ts'

/** A device as operators see it: without its key, and without the hashes of its tokens. */
export function shownDevice(device: DeviceRecord, connections: Connections, revokedAt?: number): Device {
  const { publicKey, tokenHash, nextTokenHash, renew, local, ...shown } = device
  return {
    ...shown,
    connections: connections.ofDevice(device.id).length,
    ...(revokedAt !== undefined && { revokedAt }),
  }
}

/** A request as operators see it. */
export function shownRequest(request: PendingPairing): PairingRequest {
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
