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
    problems: () => (services.deviceAudit.problem === null ? [] : [services.deviceAudit.problem]),
    connectionClosed: ({ deviceId }) => {
      const device = services.identity.devices.get(deviceId)
      if (device) services.identity.events.device(device)
    },
    close: () => services.deviceAudit.close(),
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
  const { identity, connections, log, deviceAudit } = services
  const { devices, clock, events } = identity
  return {
    'devices.rename': async ({ device: reference, name }, caller) => {
      const before = renameable(services, caller, { reference, name })
      const entry = { device: before.id, name, before: before.name, by: caller.deviceId }
      await deviceAudit.write('device-renamed', entry)
      const renamed = { ...renameable(services, caller, { reference: before.id, name }), name }
      devices.put(renamed)
      events.device(renamed)
      await services.devicesPublished()
      return { device: shownDevice(renamed, connections) }
    },
    'devices.rotate': async ({ device: reference }, caller) => {
      const { id, name } = rotatable(services, caller, reference)
      await deviceAudit.write('device-rotated', { device: id, name, by: caller.deviceId })
      const { nextTokenHash: _, renew: __, ...kept } = rotatable(services, caller, id)
      const isOwn = id === caller.deviceId
      // Nobody has the key of a device that was made for its token: the caller hands over the new one.
      const isHandedOver = isOwn || kept.bearer === true
      const token = newToken()
      const rotated: DeviceRecord = isHandedOver ? { ...kept, tokenHash: hashOf(token) } : { ...kept, renew: true }
      devices.put(rotated)
      for (const connection of connections.ofDevice(id)) {
        if (connection.caller.connectionId !== caller.connectionId) connection.close('going-away')
      }
      events.device(rotated)
      log('device-rotated', { device: id, by: caller.deviceId })
      await services.devicesPublished()
      return { device: shownDevice(rotated, connections), ...(isHandedOver && { token }) }
    },
    'devices.revoke': async ({ device: reference }, caller) => {
      const device = deviceWithin(services, caller, reference)
      if (device.local) throw localRefusal('revoked: it is the user who can read the files of the gateway')
      const at = clock.now()
      devices.revoke(device.id, caller.deviceId, at)
      identity.setupCodes.dropOf(device.id)
      // Also where it cannot be recorded, which the log says.
      deviceAudit.note('device-revoked', { device: device.id, name: device.name, by: caller.deviceId })
      const closed = connections.ofDevice(device.id).length
      log('device-revoked', { device: device.id, by: caller.deviceId, closed })
      // Behind the answer, where it is the caller's own.
      const isOwn = device.id === caller.deviceId
      if (!isOwn) connections.closeDevice(device.id, 'revoked')
      events.device(device, { revokedAt: at })
      const dropped = identity.sharedCodes?.dropOf(device.id) ?? Promise.resolve()
      await Promise.all([services.devicesPublished(), dropped]).finally(() => {
        if (isOwn) setImmediate(() => connections.closeDevice(device.id, 'revoked'))
      })
      return { device: { ...shownDevice(device, connections, at), connections: 0 }, closed }
    },
  }
}

/** @throws GatewayError where the caller cannot call it so */
function renameable(
  services: Services,
  caller: Caller,
  { reference, name }: { readonly reference: string; readonly name: string },
): DeviceRecord {
  const device = deviceWithin(services, caller, reference)
  const others = services.identity.devices.list().filter(({ id }) => id !== device.id)
  if (!others.some((other) => nameKey(other.name) === nameKey(name))) return device
  throw new GatewayError('Another device has this name.', { code: 'CONFLICT', path: '/params/name' })
}

/** @throws GatewayError where its token is not for the caller to rotate */
function rotatable(services: Services, caller: Caller, reference: string): DeviceRecord {
  const device = deviceWithin(services, caller, reference)
  if (!device.local) return device
  throw localRefusal('rotated by the gateway: remove owner.json and start the gateway anew')
}

/** A device that the caller may change: nothing that holds more than they do. @throws GatewayError */
function deviceWithin({ identity }: Services, caller: Caller, reference: string): DeviceRecord {
  const device = findDevice(identity.devices.list(), reference)
  if (device.id !== caller.deviceId) checkGrant(caller, device.role, device.scopes)
  return device
}

const localRefusal = (what: string) =>
  new GatewayError(`The device of the user that the gateway runs as cannot be ${what}.`, { code: 'CONFLICT' })
