import { createHmac, randomBytes } from 'node:crypto'
import type { DeviceRecord } from './device.ts'

/**
 * Finds a device by its bearer token. Hashes are looked up under a key of this process, so that the time of a look-up
 * depends on nothing that a client can choose or compare.
 */
export class BearerIndex {
  readonly #key = randomBytes(32)
  #ids: ReadonlyMap<string, string> = new Map()

  /** @param devices all of them; those without bearer use, or that have to fetch another token, are left out */
  fill(devices: Iterable<DeviceRecord>): void {
    const ids = new Map<string, string>()
    for (const { id, bearer, renew, local, tokenHash, nextTokenHash } of devices) {
      if (bearer !== true || renew === true || local === true) continue
      for (const hash of [tokenHash, nextTokenHash]) if (typeof hash === 'string') ids.set(this.#blinded(hash), id)
    }
    this.#ids = ids
  }

  /** @param tokenHash SHA-256 of a token, in hexadecimal */
  find(tokenHash: string): string | undefined {
    return this.#ids.get(this.#blinded(tokenHash))
  }

  #blinded(hash: string): string {
    return createHmac('sha256', this.#key).update(hash).digest('base64url')
  }
}
