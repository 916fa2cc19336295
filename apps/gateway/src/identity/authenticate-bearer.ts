import type { DeviceRecord } from './device.ts'
import type { IdentityParts } from './identity-parts.ts'
import { hashOf } from './secrets.ts'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * The device whose bearer token this is; `null` where there is none.
 *
 * @throws StateFileError when the first use of a token cannot be written down
 */
export function authenticateBearer({ devices }: Pick<IdentityParts, 'devices'>, token: string): DeviceRecord | null {
  if (!TOKEN.test(token)) return null
  const hash = hashOf(token)
  const known = devices.byBearer(hash)
  if (known === null || known.nextTokenHash !== hash) return known
  const { nextTokenHash: _, ...kept } = known
  const device: DeviceRecord = { ...kept, tokenHash: hash }
  devices.put(device)
  return device
}
