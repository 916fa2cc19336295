/** The key of a device. The private half need not be readable: it only has to sign. */
export interface DeviceIdentity {
  /** The raw Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array
  /** Signs bytes with the key of the device. */
  sign(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>
}

/** A key of WebCrypto, in a page and in Node. */
type WebKey = Parameters<typeof crypto.subtle.sign>[1]

/**
 * A key pair of WebCrypto as an identity. One whose private key cannot be extracted can be kept in a page's IndexedDB.
 *
 * @example
 * const keys = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
 * const identity = await webIdentity(keys)
 */
export async function webIdentity(keys: {
  readonly publicKey: WebKey
  readonly privateKey: WebKey
}): Promise<DeviceIdentity> {
  const raw = await crypto.subtle.exportKey('raw', keys.publicKey)
  return {
    publicKey: new Uint8Array(raw),
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, bytes)),
  }
}
