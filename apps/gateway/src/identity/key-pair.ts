import { createHash, createPrivateKey, generateKeyPairSync, hkdfSync, sign, type KeyObject } from 'node:crypto'
import { type Static, Type } from '@poundlock/spec/schema'
import { makeOwnFile } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { readState } from './read-state.ts'

/** An Ed25519 key of this machine. Its private half leaves this module only as signatures, and as keys derived from it. */
export interface KeyPair {
  /** SHA-256 of the raw public key, in hexadecimal. */
  readonly id: string
  /** The 32 raw bytes, base64url. */
  readonly publicKey: string
  /** An Ed25519 signature, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array
  /** 32 bytes that who has this key can derive, for one purpose (HKDF with SHA-256, RFC 5869). */
  derive(purpose: string): Uint8Array
}

/** A key as it stands in a file. */
export const StoredKey = Type.Object(
  {
    publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
    privateKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  },
  { additionalProperties: false },
)
export type StoredKey = Static<typeof StoredKey>

const KeyFile = Type.Object({ version: Type.Literal(1), key: StoredKey }, { additionalProperties: false })

/** SHA-256 of a raw public key, in hexadecimal: what a device or a gateway is called. */
export const fingerprint = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex')

export function newKey(): StoredKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x!, privateKey: d! }
}

/** @throws GatewayHostError `GATEWAY_STATE` when the halves do not belong together */
export function keyPair({ publicKey, privateKey }: StoredKey, file: string): KeyPair {
  const key = privateKeyObject(publicKey, privateKey)
  if (key === null) {
    throw new GatewayHostError(`${file}: the two halves of the key do not belong together`, {
      code: 'GATEWAY_STATE',
      remedy: 'Restore it from a backup.',
      details: { path: file },
    })
  }
  return {
    id: fingerprint(publicKey),
    publicKey,
    sign: (bytes) => sign(null, bytes, key),
    derive: (purpose) => new Uint8Array(hkdfSync('sha256', Buffer.from(privateKey, 'base64url'), '', purpose, 32)),
  }
}

function privateKeyObject(publicKey: string, privateKey: string): KeyObject | null {
  try {
    const key = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey } })
    // What is imported takes its public half from the private one, whatever the file says.
    const { x } = createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })).export({ format: 'jwk' })
    return x === publicKey ? key : null
  } catch {
    return null
  }
}

/**
 * The gateway's own key, made at the first start, mode 0600. Its fingerprint is the id of the gateway.
 *
 * @throws GatewayHostError `GATEWAY_STATE`; StateFileError
 */
export function gatewayKey(file: string): KeyPair {
  const stored = readState(file, KeyFile)
  if (stored !== null) return keyPair(stored.key, file)
  const key = newKey()
  makeOwnFile(file, `${JSON.stringify({ version: 1, key })}\n`)
  return keyPair(key, file)
}
