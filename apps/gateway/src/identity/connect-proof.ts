import { verify } from 'node:crypto'
import { connectBytes, grantedScopes, type ConnectParams, type Scope } from '@poundlock/protocol'
import { publicKeyObject } from './device-store.ts'
import type { DeviceRecord } from './device.ts'
import type { IdentityParts } from './identity-parts.ts'

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

/** The bytes that the device signed, if it did. */
export function signedStatement(
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

/** Lets a device in that has proven who it is. */
export function authenticated(
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

/** The result for a wrong signature or role. */
export const failed = (message: string): NotAuthenticated => ({
  ok: false,
  code: 'UNAUTHENTICATED',
  message,
  counts: true,
})

/** The result for a credential or a device that is not accepted; `code` says why. */
export const refused = (code: NotAuthenticated['code'], message: string): NotAuthenticated => ({
  ok: false,
  code,
  message,
  counts: true,
})
