import { verify } from 'node:crypto'
import { connectBytes, grantedScopes, type ConnectParams, type Scope } from '@poundlock/protocol'
import { publicKeyObject } from './device-store.ts'
import type { DeviceRecord } from './device.ts'
import type { IdentityParts } from './identity-parts.ts'
import { fingerprint } from './key-pair.ts'
import { pairDevice, PairingImpossible } from './pair-device.ts'
import { hashOf, newToken } from './secrets.ts'

/** What the gateway knows of a connection beside what the client says. */
export interface Connecting {
  /** Of the challenge that it was sent. */
  readonly nonce: string
  readonly transport: 'unix' | 'tcp'
  /** `unix` at the local socket. */
  readonly address: string
  readonly maxClockSkewMs: number
}

/** The device that connects, with what it is granted. */
export interface Authenticated {
  readonly ok: true
  readonly device: DeviceRecord
  readonly scopes: readonly Scope[]
  /** To be sent in the hello, this once. */
  readonly token?: string
  /** It was paired by this: whatever it was before, and was connected as, is over. */
  readonly wasPaired?: true
  /** The bytes that the device signed. */
  readonly statement: Uint8Array
}

export interface NotAuthenticated {
  readonly ok: false
  readonly code:
    | 'UNAUTHENTICATED'
    | 'CLOCK_SKEW'
    | 'SETUP_CODE_INVALID'
    | 'PAIRING_REQUIRED'
    | 'PAIRING_PENDING'
    | 'REVOKED'
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly retryAfterMs?: number
  /** Whether this was a guess, or could have been one. */
  readonly counts: boolean
}

/** How often a device that waits may look whether it was let in. */
const LOOK_AGAIN_MS = 2000

/**
 * Decides who connects. The signature covers all that the client says, the nonce of this connection and the hash of the
 * credential; what the device may do is in its record, and the client can only ask for less.
 *
 * @throws StateFileError when a change of a record cannot be written; nobody is let in then
 */
export function authenticate(
  state: IdentityParts,
  params: ConnectParams,
  connecting: Connecting,
): Authenticated | NotAuthenticated {
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
  } else if (renew) {
    token = newToken()
    device = { ...known, nextTokenHash: hashOf(token) }
    state.devices.put(device)
  }
  return authenticated(state, params, device, statement, token)
}

function bySetupCode(
  state: IdentityParts,
  params: ConnectParams,
  auth: { readonly codeId: string; readonly name: string },
  connecting: Connecting,
): Authenticated | NotAuthenticated {
  const hash = state.setupCodes.hash(auth.codeId)
  if (hash === null) {
    return refused('SETUP_CODE_INVALID', 'the setup code was used, is too old, or never was one')
  }
  const statement = signedStatement(state, params, connecting, hash)
  if (statement === null) return failed('the signature is not of the key of the device and this setup code')
  const grant = state.setupCodes.peek(auth.codeId)!
  if (grant.role !== params.role) return failed(`the setup code is not for the role ${params.role}`)
  const token = newToken()
  try {
    const device = pairDevice(state, params, { ...grant, name: grant.name ?? auth.name, tokenHash: hashOf(token) })
    // What cannot be written has used nothing up.
    state.setupCodes.redeem(auth.codeId)
    state.events.joined(device)
    return { ...authenticated(state, params, device, statement, token), wasPaired: true }
  } catch (error) {
    if (error instanceof PairingImpossible) return failed(error.message)
    throw error
  }
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
    message: 'the device waits for somebody to approve it: poundlock devices approve',
    details: { request: request.id, expiresAt: request.expiresAt },
    retryAfterMs: LOOK_AGAIN_MS,
    counts: false,
  }
}

/** The bytes that the device signed, if it did. */
function signedStatement(
  { gateway, devices }: IdentityParts,
  { device, auth, role, scopes, protocol, client }: ConnectParams,
  { nonce }: Connecting,
  credentialHash: string,
): Uint8Array | null {
  const { id: deviceId, signedAt, signature, publicKey } = device
  const gatewayId = gateway.id
  const bytes = connectBytes({
    gatewayId,
    nonce,
    deviceId,
    role,
    scopes,
    protocol,
    client,
    signedAt,
    auth,
    credentialHash,
  })
  try {
    const key = devices.get(deviceId) === null ? publicKeyObject(publicKey) : devices.keyOf(device)
    return verify(null, bytes, key, Buffer.from(signature, 'base64url')) ? bytes : null
  } catch {
    // No point of the curve.
    return null
  }
}

function authenticated(
  state: IdentityParts,
  params: ConnectParams,
  device: DeviceRecord,
  statement: Uint8Array,
  token: string | undefined,
): Authenticated {
  state.devices.seen(device.id, state.clock.now())
  const scopes = grantedScopes(device.role, device.scopes, params.scopes)
  return { ok: true, device, scopes, statement, ...(token !== undefined && { token }) }
}

const failed = (message: string): NotAuthenticated => ({ ok: false, code: 'UNAUTHENTICATED', message, counts: true })
const refused = (code: NotAuthenticated['code'], message: string): NotAuthenticated => ({
  ok: false,
  code,
  message,
  counts: true,
})
