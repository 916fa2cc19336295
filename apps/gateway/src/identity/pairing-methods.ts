import { GatewayError, type ParamsOf } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Services } from '../dispatch/services.ts'
import { pairingLink } from '../local/pairing-link.ts'
import { qrRows } from '../local/qr-lines.ts'
import { checkAgent, checkBearer, checkGrant } from './check-grant.ts'
import { shownDevice } from './device-views.ts'
import type { DeviceRecord } from './device.ts'
import type { Identity } from './identity.ts'
import { pairDevice, PairingImpossible, type NewDevice } from './pair-device.ts'
import type { PendingPairing } from './pairing-requests.ts'
import { hashOf } from './secrets.ts'
import type { SetupCode, SetupGrant } from './setup-codes.ts'

/** The methods by which operators let devices in. */
export function pairingMethods(services: Services): Handlers {
  const { identity, connections, log, deviceAudit } = services
  return {
    'devices.invite': async ({ role, scopes, name, agent, bearer, expiresInMs, page }, caller) => {
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
        throw new GatewayError('Too many setup codes are good at this moment; wait until some are used or too old.', {
          code: 'BUSY',
        })
      try {
        const ofAgent = agent === undefined ? {} : { agent }
        await deviceAudit.write('setup-code-made', { by: caller.deviceId, role, scopes, ...ofAgent })
        await share(identity, made, grant)
      } catch (error) {
        // Nobody was told of it yet.
        identity.setupCodes.redeem(made.id)
        throw error
      }
      log('setup-code-made', { by: caller.deviceId, role, scopes, bearer })
      const { id } = identity.gateway
      const address = page === undefined ? null : pairingLink(page, id, made.code)
      return {
        code: made.code,
        expiresAt: made.expiresAt,
        gateway: { id, name: services.gatewayName },
        ...(address !== null && { link: { address, qr: qrRows(address) } }),
      }
    },
    'devices.approve': async (params, caller) => ({
      device: shownDevice(await approve(services, params, caller), connections),
    }),
    'devices.reject': async ({ request: id }, caller) => {
      const { deviceId: device, name } = findRequest(services, id)
      await deviceAudit.write('pairing-rejected', { device, name, by: caller.deviceId })
      const request = findRequest(services, id)
      identity.pairing.remove(request)
      identity.events.pairing(request, 'rejected')
      log('device-rejected', { device: request.deviceId, by: caller.deviceId })
      return {}
    },
  }
}

/** Lets the other gateways of the bus take a code. @throws GatewayError */
async function share(
  { sharedCodes, devices }: Identity,
  { id, code, expiresAt }: SetupCode,
  grant: SetupGrant,
): Promise<void> {
  if (sharedCodes === null) return
  const issuer = devices.get(grant.by)
  // Revoked while that was recorded.
  if (issuer === null) throw new GatewayError('The device was revoked.', { code: 'FORBIDDEN' })
  const issuerPairedAt = issuer.local === true ? null : issuer.pairedAt
  if (await sharedCodes.publish({ id, hash: hashOf(code), grant, issuerPairedAt, expiresAt })) return
  throw new GatewayError('Another setup code has this id: make one again.', { code: 'BUSY' })
}

/** Lets a device in, with what it asked for or less. @throws GatewayError, StateFileError */
async function approve(services: Services, params: ParamsOf<'devices.approve'>, caller: Caller): Promise<DeviceRecord> {
  const { connections, log, deviceAudit } = services
  const { request, grant } = granted(services, params, caller)
  const { name, role, scopes, agent, by } = grant
  const ofAgent = agent === undefined ? {} : { agent }
  const entry = { device: request.deviceId, name, role, scopes, ...ofAgent, by, how: 'approval' as const }
  await deviceAudit.write('device-paired', entry)
  // Meanwhile somebody else may have answered it, or the caller may have lost what they hold.
  const now = granted(services, params, caller)
  const device = approved(services, now.request, now.grant)
  // Earlier connections of it had other scopes.
  connections.closeDevice(device.id, 'going-away')
  await services.devicesPublished()
  log('device-approved', { device: device.id, by: caller.deviceId, role: device.role, scopes: device.scopes })
  return device
}

/** What an approval would grant. @throws GatewayError where the caller cannot grant it */
function granted(
  services: Services,
  { request: id, name, scopes, agent, bearer }: ParamsOf<'devices.approve'>,
  caller: Caller,
): { readonly request: PendingPairing; readonly grant: NewDevice } {
  const { identity } = services
  const request = findRequest(services, id)
  const wanted = scopes ?? [...request.scopes]
  const beyond = wanted.filter((scope) => !request.scopes.includes(scope))
  if (beyond.length > 0) {
    throw new GatewayError(`The device did not ask for ${beyond.join(', ')}.`, {
      code: 'INVALID_PARAMS',
      path: '/params/scopes',
      expected: `at most ${request.scopes.join(', ')}`,
    })
  }
  checkGrant(caller, request.role, wanted)
  checkAgent(request.role, agent)
  checkBearer(request.role, bearer)
  const known = identity.devices.get(request.deviceId)
  // It loses what it has, which may be more than the caller could take from it.
  if (known !== null) checkGrant(caller, known.role, known.scopes)
  const grant = {
    name: name ?? request.name,
    role: request.role,
    scopes: wanted,
    by: caller.deviceId,
    ...(agent !== undefined && { agent }),
    ...(bearer === true && { bearer }),
  }
  return { request, grant }
}

function findRequest({ identity }: Services, id: string): PendingPairing {
  const request = identity.pairing.get(id)
  if (request === null)
    throw new GatewayError('No request of this id waits.', { code: 'NOT_FOUND', path: '/params/request' })
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
    if (error instanceof PairingImpossible)
      throw new GatewayError(`It cannot be paired: ${error.message}.`, { code: 'BUSY' })
    throw error
  }
}
