import { GatewayError } from '@poundlock/protocol'
import type { Area } from '../dispatch/area.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Services } from '../dispatch/services.ts'
import { checkGrant } from './check-grant.ts'
import type { DeviceJournal } from './device-journal.ts'
import { shownDevice, shownRequest } from './device-views.ts'
import type { DeviceRecord } from './device.ts'
import { findDevice } from './find-device.ts'
import { nameKey } from './pair-device.ts'
import { pairingMethods } from './pairing-methods.ts'
import { hashOf, newToken } from './secrets.ts'

/** The methods by which operators say who is let in. */
export function openDevices(services: Services, journal: DeviceJournal): Area {
  const { pairing, setupCodes } = services.identity
  return {
    handlers: { ...readers(services, journal), ...pairingMethods(services), ...changes(services) },
    meters: () => ({
      queues: { 'pairing-requests': pairing.list().length, 'setup-codes': setupCodes.size },
      dropped: { 'pairing-requests': pairing.dropped },
    }),
  }
}

function readers({ identity, connections }: Services, journal: DeviceJournal): Handlers {
  const all = () => ({
    devices: identity.devices.list().map((device) => shownDevice(device, connections)),
    pending: identity.pairing.list().map(shownRequest),
  })
  return {
    'devices.list': all,
    'devices.watch': ({ after }, caller) => ({ ...journal.follow(caller, after), ...all() }),
  }
}

function changes(services: Services): Handlers {
  const { identity, connections, log } = services
  const { devices, clock, events } = identity
  return {
    'devices.rename': ({ device: reference, name }, caller) => {
      const device = held(services, caller, reference)
      if (devices.list().some((other) => other.id !== device.id && nameKey(other.name) === nameKey(name))) {
        throw new GatewayError('CONFLICT', 'Another device has this name.', { path: '/params/name' })
      }
      const renamed = { ...device, name }
      devices.put(renamed)
      events.device(renamed)
      return { device: shownDevice(renamed, connections) }
    },
    'devices.rotate': ({ device: reference }, caller) => {
      const device = held(services, caller, reference)
      if (device.local) throw localRefusal('rotated by the gateway: remove owner.json and start the gateway anew')
      const { nextTokenHash: _, renew: __, ...kept } = device
      const isOwn = device.id === caller.deviceId
      // Nobody has the key of a device that was made for its token: the caller hands over the new one.
      const isHandedOver = isOwn || device.bearer === true
      const token = newToken()
      const rotated: DeviceRecord = isHandedOver ? { ...kept, tokenHash: hashOf(token) } : { ...kept, renew: true }
      devices.put(rotated)
      for (const connection of connections.ofDevice(device.id)) {
        if (connection.caller.connectionId !== caller.connectionId) connection.close('going-away')
      }
      events.device(rotated)
      log('device-rotated', { device: device.id, by: caller.deviceId })
      return { device: shownDevice(rotated, connections), ...(isHandedOver && { token }) }
    },
    'devices.revoke': ({ device: reference }, caller) => {
      const device = held(services, caller, reference)
      if (device.local) throw localRefusal('revoked: it is whoever can read the files of the gateway')
      const at = clock.now()
      devices.revoke(device.id, caller.deviceId, at)
      identity.setupCodes.dropOf(device.id)
      const closed = connections.ofDevice(device.id).length
      log('device-revoked', { device: device.id, by: caller.deviceId, closed })
      events.device(device, { revokedAt: at })
      // Behind the answer, where it is the caller's own.
      queueMicrotask(() => connections.closeDevice(device.id, 'revoked'))
      return { device: { ...shownDevice(device, connections, at), connections: 0 }, closed }
    },
  }
}

/** A device that the caller may change: nothing that holds more than they do. @throws GatewayError */
function held({ identity }: Services, caller: Caller, reference: string): DeviceRecord {
  const device = findDevice(identity.devices.list(), reference)
  if (device.id !== caller.deviceId) checkGrant(caller, device.role, device.scopes)
  return device
}

const localRefusal = (what: string) =>
  new GatewayError('CONFLICT', `The device of the user that the gateway runs as cannot be ${what}.`)
