import type { ConnectParams } from '@poundlock/protocol'
import { bySetupCode } from './by-setup-code.ts'
import {
  authenticated,
  failed,
  refused,
  signedStatement,
  type Authenticated,
  type Connecting,
  type NotAuthenticated,
} from './connect-proof.ts'
import type { DeviceRecord } from './device.ts'
import type { IdentityParts } from './identity-parts.ts'
import { fingerprint } from './key-pair.ts'
import { hashOf, newToken } from './secrets.ts'

/** How often a device that waits may look whether it was let in. */
const LOOK_AGAIN_MS = 2000
/** Until a token that was given, and was not used, counts as lost. */
const RENEWAL_MS = 60_000

/**
 * Decides who connects. The signature covers all that the client says, the nonce of this connection and the hash of the
 * credential; what the device may do is in its record, and the client can only ask for less.
 *
 * @returns a promise for a setup code that any gateway of a bus takes
 * @throws StateFileError when a change of a record cannot be written; no device is let in then
 * @throws GatewayError `UNAVAILABLE` where the other gateways cannot be asked about a setup code
 */
export function authenticate(
  state: IdentityParts,
  params: ConnectParams,
  connecting: Connecting,
): Authenticated | NotAuthenticated | Promise<Authenticated | NotAuthenticated> {
  const { device, auth } = params
  if (device.id !== fingerprint(device.publicKey)) return failed('the id of the device is not that of its key')
  const away = Math.abs(device.signedAt - state.clock.now())
  if (away > connecting.maxClockSkewMs) {
    const details = { time: state.clock.now() }
    const message = `the time that was signed is ${Math.round(away / 1000)} s from the clock of the gateway`
    return { ok: false, code: 'CLOCK_SKEW', message, details, counts: false }
  }
  switch (auth.kind) {
    case 'token':
      return byToken(state, params, connecting)
    case 'setup-code':
      return bySetupCode(state, params, auth, connecting)
    case 'pairing':
      return byApproval(state, params, auth, connecting)
  }
}

function byToken(
  state: IdentityParts,
  params: ConnectParams,
  connecting: Connecting,
): Authenticated | NotAuthenticated {
  const { devices } = state
  const known = devices.get(params.device.id)
  if (known === null) {
    return devices.wasRevoked(params.device.id)
      ? refused('REVOKED', 'the device was revoked')
      : refused('PAIRING_REQUIRED', 'the device is not paired with this gateway')
  }
  for (const hash of [known.tokenHash, known.nextTokenHash ?? null]) {
    if (hash === null) continue
    const statement = signedStatement(state, params, connecting, hash)
    if (statement === null) continue
    if (known.role !== params.role) return failed(`the device is not paired as ${params.role}`)
    if (known.local && connecting.transport !== 'unix') {
      return failed('the device of this user is taken at the local socket only')
    }
    return letIn(state, params, known, hash, statement)
  }
  return failed('the signature is not of the key and the token of this device')
}

/** The device has proven its key and a token; one that was renewed, or fetched, takes the place of the old one. */
function letIn(
  state: IdentityParts,
  params: ConnectParams,
  known: DeviceRecord,
  hash: string,
  statement: Uint8Array,
): Authenticated {
  const { nextTokenHash, renew, ...kept } = known
  let device = known
  let token: string | undefined
  if (hash === nextTokenHash) {
    device = { ...kept, tokenHash: hash }
    state.devices.put(device)
    state.renewals.delete(known.id)
  } else if (renew && !wasJustGiven(state, known)) {
    token = newToken()
    device = { ...known, nextTokenHash: hashOf(token) }
    state.devices.put(device)
    state.renewals.set(known.id, state.clock.monotonic())
  }
  return authenticated(state, params, device, statement, token)
}

/** Two processes of one device come at once: another token would void the one that the first of them keeps. */
function wasJustGiven({ renewals, clock }: IdentityParts, { id, nextTokenHash }: DeviceRecord): boolean {
  const givenAt = renewals.get(id)
  return nextTokenHash !== undefined && givenAt !== undefined && clock.monotonic() - givenAt < RENEWAL_MS
}

function byApproval(
  state: IdentityParts,
  params: ConnectParams,
  auth: { readonly name: string },
  connecting: Connecting,
): Authenticated | NotAuthenticated {
  const statement = signedStatement(state, params, connecting, '')
  if (statement === null) return failed('the signature is not of the key of the device')
  const known = state.devices.get(params.device.id)
  if (known?.local) return failed('the device of this user is not paired')
  if (known !== null && known.tokenHash === null && known.role === params.role) {
    const token = newToken()
    const device = { ...known, nextTokenHash: hashOf(token) }
    state.devices.put(device)
    return authenticated(state, params, device, statement, token)
  }
  const { request, isNew } = state.pairing.ask({
    deviceId: params.device.id,
    publicKey: params.device.publicKey,
    name: auth.name,
    role: params.role,
    scopes: params.scopes,
    client: params.client,
    address: connecting.address,
  })
  if (isNew) state.events.pairing(request, 'pending')
  return {
    ok: false,
    code: 'PAIRING_PENDING',
    message: 'the device is not approved yet: poundlock devices approve',
    details: { request: request.id, expiresAt: request.expiresAt },
    retryAfterMs: LOOK_AGAIN_MS,
    counts: false,
  }
}
