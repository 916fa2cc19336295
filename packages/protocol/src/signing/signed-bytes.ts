import type { Role } from '../access/roles.ts'
import type { Scope } from '../access/scopes.ts'
import type { ClientInfo, ConnectAuth } from '../handshake/handshake.ts'
import type { VersionRange } from '../version/version-range.ts'
import { lengthPrefixed } from './length-prefixed.ts'

/** The first field of what is signed: a signature made for one purpose is none for another. */
export const SIGNING_DOMAINS = {
  connect: 'poundlock-gateway-connect-v1',
  hello: 'poundlock-gateway-hello-v1',
} as const

/** What a device signs when it connects. */
export interface ConnectStatement {
  /** The gateway that is meant: no other one can use the signature. */
  readonly gatewayId: string
  /** Of the challenge of this connection. */
  readonly nonce: string
  /** SHA-256 of the device's public key, in hexadecimal. */
  readonly deviceId: string
  /** As what it connects. */
  readonly role: Role
  /** In any order, each once. */
  readonly scopes: readonly Scope[]
  /** Versions of the protocol that are offered. */
  readonly protocol: VersionRange
  /** What it says of its program. */
  readonly client: ClientInfo
  /** Milliseconds since 1970. */
  readonly signedAt: number
  /** How it is let in, without the secret itself. */
  readonly auth: ConnectAuth
  /** SHA-256 of the token or the whole setup code, in hexadecimal; empty where `auth` is `pairing`. */
  readonly credentialHash: string
}

/**
 * The bytes that a device signs: everything that it claims, for this gateway and this connection only.
 *
 * Fields, in this order: domain, gateway id, nonce, device id, role, number of scopes, each scope in ascending order,
 * lowest and highest version, client name, version and platform, time, kind of credential, its hash, id of the setup
 * code, name. Numbers are decimal; what is absent is empty.
 */
export function connectBytes(statement: ConnectStatement): Uint8Array<ArrayBuffer> {
  const { gatewayId, nonce, deviceId, role, scopes, protocol, client, signedAt, auth, credentialHash } = statement
  return lengthPrefixed([
    SIGNING_DOMAINS.connect,
    gatewayId,
    nonce,
    deviceId,
    role,
    ...listOf(scopes),
    String(protocol.min),
    String(protocol.max),
    client.name,
    client.version,
    client.platform,
    String(signedAt),
    auth.kind,
    credentialHash,
    auth.kind === 'setup-code' ? auth.codeId : '',
    auth.kind === 'token' ? '' : auth.name,
  ])
}

/** What a gateway signs in its hello. */
export interface HelloStatement {
  /** The gateway that signs. */
  readonly gatewayId: string
  /** Of the challenge of this connection. */
  readonly nonce: string
  /** The device that is answered. */
  readonly deviceId: string
  /** Of this connection, for logs. */
  readonly connectionId: string
  /** SHA-256 of the bytes that the device signed, in hexadecimal. */
  readonly connectHash: string
  /** The version that was chosen. */
  readonly protocol: number
  /** As what the device is connected. */
  readonly role: Role
  /** What was granted. */
  readonly scopes: readonly Scope[]
  /** SHA-256 of the new token, in hexadecimal; empty where there is none. */
  readonly tokenHash: string
}

/**
 * The bytes that a gateway signs: it holds the key that its id is made of, it saw what this device signed, and this is
 * what it answered.
 *
 * Fields, in this order: domain, gateway id, nonce, device id, connection id, hash of the device's bytes, version, role,
 * number of scopes, each scope in ascending order, hash of the new token.
 */
export function helloBytes(statement: HelloStatement): Uint8Array<ArrayBuffer> {
  const { gatewayId, nonce, deviceId, connectionId, connectHash, protocol, role, scopes, tokenHash } = statement
  return lengthPrefixed([
    SIGNING_DOMAINS.hello,
    gatewayId,
    nonce,
    deviceId,
    connectionId,
    connectHash,
    String(protocol),
    role,
    ...listOf(scopes),
    tokenHash,
  ])
}

/** How many, then each: where the list ends is signed, too. */
const listOf = (scopes: readonly Scope[]): readonly string[] => [String(scopes.length), ...scopes.toSorted()]
