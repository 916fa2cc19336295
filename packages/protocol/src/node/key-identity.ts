import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { DeviceIdentity } from '../client/device-identity.ts'

/** A new Ed25519 key as PKCS#8 PEM: keep it in a file that only its owner can read. */
export function newDeviceKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

/**
 * An Ed25519 key as the identity of a device.
 *
 * @param key as PKCS#8 PEM, or as Node has it
 */
export function keyIdentity(key: string | KeyObject): DeviceIdentity {
  const privateKey = typeof key === 'string' ? createPrivateKey(key) : key
  const { x, crv } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (crv !== 'Ed25519' || x === undefined) throw new TypeError('the key of a device is an Ed25519 key')
  return { publicKey: Buffer.from(x, 'base64url'), sign: (bytes) => sign(null, bytes, privateKey) }
}
