import { GatewayError, type ParamsOf } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Services } from '../dispatch/services.ts'
import { checkAgent, checkBearer, checkGrant } from './check-grant.ts'
import { shownDevice } from './device-views.ts'
import type { DeviceRecord } from './device.ts'
import { pairDevice, PairingImpossible } from './pair-device.ts'
import type { PendingPairing } from './pairing-requests.ts'

/** The methods by which operators let devices in. */
export function pairingMethods(services: Services): Handlers {
  const { identity, connections, log } = services
  return {
    'devices.invite': ({ role, scopes, name, agent, bearer, expiresInMs }, caller) => {
      checkGrant(caller, role, scopes)
      checkAgent(role, agent)
      checkBearer(role, bearer)
      const grant = {
        role,
        scopes,
        by: caller.deviceId,
        ...(name !== undefined && { name }),
        ...(agent !== undefined && { agent }),
        ...(bearer === true && { bearer }),
      }
      const made = identity.setupCodes.create(grant, expiresInMs)
      if (made === null)
        throw new GatewayError(
          'BUSY',
          'Too many setup codes are good at this moment; wait until some are used or too old.',
        )
      log('setup-code-made', { by: caller.deviceId, role, scopes, bearer })
      return {
        code: made.code,
        expiresAt: made.expiresAt,
        gateway: { id: identity.gateway.id, name: services.gatewayName },
      }
    },
    'devices.approve': (params, caller) => ({ device: shownDevice(approve(services, params, caller), connections) }),
    'devices.reject': ({ request: id }, caller) => {
      const request = findRequest(services, id)
      identity.pairing.remove(request)
      identity.events.pairing(request, 'rejected')
      log('device-rejected', { device: request.deviceId, by: caller.deviceId })
      return {}
    },
  }
}

/** Lets a device in, with what it asked for or less. @throws GatewayError, StateFileError */
function approve(
  services: Services,
  { request: id, name, scopes, agent, bearer }: ParamsOf<'devices.approve'>,
  caller: Caller,
): DeviceRecord {
  const { identity, connections, log } = services
  const request = findRequest(services, id)
  const granted = scopes ?? [...request.scopes]
  const beyond = granted.filter((scope) => !request.scopes.includes(scope))
  if (beyond.length > 0) {
    throw new GatewayError('INVALID_PARAMS', `The device did not ask for ${beyond.join(', ')}.`, {
      path: '/params/scopes',
      expected: `at most ${request.scopes.join(', ')}`,
    })
  }
  checkGrant(caller, request.role, granted)
  checkAgent(request.role, agent)
  checkBearer(request.role, bearer)
  const known = identity.devices.get(request.deviceId)
  // It loses what it has, which may be more than the caller could take from it.
  if (known !== null) checkGrant(caller, known.role, known.scopes)
  const device = approved(services, request, {
    name: name ?? request.name,
    role: request.role,
    scopes: granted,
    by: caller.deviceId,
    ...(agent !== undefined && { agent }),
    ...(bearer === true && { bearer }),
  })
  // Earlier connections of it had other scopes.
  connections.closeDevice(device.id, 'going-away')
  log('device-approved', { device: device.id, by: caller.deviceId, role: device.role, scopes: granted, bearer })
  return device
}

function findRequest({ identity }: Services, id: string): PendingPairing {
  const request = identity.pairing.get(id)
  if (request === null) throw new GatewayError('NOT_FOUND', 'No request of this id waits.', { path: '/params/request' })
  return request
}

function approved(
  { identity }: Services,
  request: PendingPairing,
  grant: Parameters<typeof pairDevice>[2],
): DeviceRecord {
  try {
    const device = pairDevice(
      identity,
      { device: { id: request.deviceId, publicKey: request.publicKey }, client: request.client },
      grant,
    )
    identity.pairing.remove(request)
    identity.events.pairing(request, 'approved')
    return device
  } catch (error) {
    if (error instanceof PairingImpossible) throw new GatewayError('BUSY', `It cannot be paired: ${error.message}.`)
    throw error
  }
}
