import { GatewayError } from '@poundlock/protocol'
import type { DeviceRecord } from './device.ts'
import { nameKey } from './pair-device.ts'

const MIN_DIGITS = 6

/**
 * The one device that is meant: by its id, its name, or at least six digits that its id begins with. A whole id means that
 * device, whatever others are called. Otherwise, where several are meant, none is.
 *
 * @throws GatewayError `NOT_FOUND`, `AMBIGUOUS`
 */
export function findDevice(devices: readonly DeviceRecord[], reference: string): DeviceRecord {
  const byId = devices.find(({ id }) => id === reference)
  if (byId !== undefined) return byId
  const byName = devices.filter(({ name }) => nameKey(name) === nameKey(reference))
  const isBeginning = reference.length >= MIN_DIGITS && /^[0-9a-f]+$/.test(reference)
  const byBeginning = isBeginning ? devices.filter(({ id }) => id.startsWith(reference)) : []
  const found = [...new Set([...byName, ...byBeginning])]
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw new GatewayError('No device has this id or name.', {
      code: 'NOT_FOUND',
      path: '/params/device',
      expected: `an id, at least ${MIN_DIGITS} digits of it, or a name`,
    })
  }
  throw new GatewayError('Several devices fit.', {
    code: 'AMBIGUOUS',
    path: '/params/device',
    details: { candidates: found.map(({ id, name }) => ({ id, name })) },
  })
}
