import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Values that lie on the bus, and that only those can read or make who have the key, which never lies there (AES-256-GCM,
 * NIST SP 800-38D). Each is bound to its name: under another one it opens as little as one that was changed.
 */
export class Seal {
  readonly #key: Uint8Array

  /** @param key 32 bytes */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** @returns base64url */
  close(name: string, value: unknown): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(name))
    const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
    return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
  }

  /** @returns `undefined` where it was not sealed with this key and name */
  open(name: string, sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return JSON.parse(text.toString())
    } catch {
      return undefined
    }
  }
}
