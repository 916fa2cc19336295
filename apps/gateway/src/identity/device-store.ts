import { createPublicKey, type KeyObject } from 'node:crypto'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { BearerIndex } from './bearer-index.ts'
import { DeviceFile, type DeviceRecord, type Revoked } from './device.ts'
import { fingerprint } from './key-pair.ts'
import { readState } from './read-state.ts'

/** So many of those that were revoked are remembered. */
const MAX_REVOKED = 1000

/**
 * The devices that are paired, in a file that only this gateway writes. A change is on disk before it counts.
 */
export class DeviceStore {
  readonly #file: string
  #devices: ReadonlyMap<string, DeviceRecord>
  #revoked: readonly Revoked[]
  readonly #keys = new Map<string, KeyObject>()
  readonly #bearers = new BearerIndex()
  /** When devices were last seen, until the file is written for another reason. */
  readonly #seen = new Map<string, number>()
  /** Told of each change that was made here. */
  onChange: (id: string) => void = () => undefined

  /** @throws GatewayHostError `GATEWAY_STATE`; StateFileError */
  constructor(file: string) {
    this.#file = file
    const { devices, revoked } = readState(file, DeviceFile) ?? { devices: [], revoked: [] }
    this.#devices = new Map(devices.map((device) => [device.id, device]))
    this.#revoked = revoked
    this.#bearers.fill(devices)
    const wrong = devices.find(({ id, publicKey }) => id !== fingerprint(publicKey))
    if (wrong !== undefined || this.#devices.size !== devices.length) {
      throw new GatewayHostError(`${file}: an id stands there twice, or is not that of its key`, {
        code: 'GATEWAY_STATE',
        remedy: 'Restore it from a backup.',
        details: { path: file },
      })
    }
  }

  get(id: string): DeviceRecord | null {
    const device = this.#devices.get(id)
    return device === undefined ? null : this.#withSeen(device)
  }

  /** The device whose bearer token has this hash. */
  byBearer(tokenHash: string): DeviceRecord | null {
    const id = this.#bearers.find(tokenHash)
    return id === undefined ? null : this.get(id)
  }

  /** In the order in which they were paired. */
  list(): readonly DeviceRecord[] {
    return [...this.#devices.values()].map((device) => this.#withSeen(device))
  }

  get size(): number {
    return this.#devices.size
  }

  /** Whether a device was paired once, and revoked. */
  wasRevoked(id: string): boolean {
    return this.#revoked.some((revoked) => revoked.id === id)
  }

  /** What is kept of a device that was revoked. */
  revoked(id: string): Revoked | null {
    return this.#revoked.find((revoked) => revoked.id === id) ?? null
  }

  /** The key of a device, ready to verify with. */
  keyOf({ id, publicKey }: Pick<DeviceRecord, 'id' | 'publicKey'>): KeyObject {
    let key = this.#keys.get(id)
    if (key === undefined) {
      key = publicKeyObject(publicKey)
      if (this.#devices.has(id)) this.#keys.set(id, key)
    }
    return key
  }

  /** Notes when a device was last seen. It reaches the disk with the next change, or at the end. */
  seen(id: string, at: number): void {
    this.#seen.set(id, at)
  }

  /**
   * Adds a device, or changes it.
   *
   * @param origin `elsewhere`: another gateway has changed it
   * @throws StateFileError when it cannot be written; nothing has changed then
   */
  put(device: DeviceRecord, origin: 'here' | 'elsewhere' = 'here'): void {
    const devices = new Map(this.#devices).set(device.id, device)
    this.#write(
      devices,
      this.#revoked.filter(({ id }) => id !== device.id),
    )
    if (origin === 'here') this.onChange(device.id)
  }

  /** @throws StateFileError when it cannot be written; the device is there then */
  revoke(id: string, by: string, at: number, origin: 'here' | 'elsewhere' = 'here'): void {
    const devices = new Map(this.#devices)
    devices.delete(id)
    this.#write(devices, [...this.#revoked.filter((revoked) => revoked.id !== id), { id, by, at }].slice(-MAX_REVOKED))
    this.#keys.delete(id)
    if (origin === 'here') this.onChange(id)
  }

  /** Writes when devices were last seen. */
  close(): void {
    if (this.#seen.size > 0) this.#write(this.#devices, this.#revoked)
  }

  #withSeen(device: DeviceRecord): DeviceRecord {
    const seenAt = this.#seen.get(device.id)
    return seenAt === undefined ? device : { ...device, seenAt }
  }

  #write(devices: ReadonlyMap<string, DeviceRecord>, revoked: readonly Revoked[]): void {
    const current = new Map([...devices].map(([id, device]) => [id, this.#withSeen(device)]))
    const file: DeviceFile = { version: 1, devices: [...current.values()], revoked: [...revoked] }
    replaceOwnFile(this.#file, `${JSON.stringify(file)}\n`)
    this.#devices = current
    this.#revoked = revoked
    this.#bearers.fill(current.values())
    this.#seen.clear()
  }
}

/** @param publicKey the 32 raw bytes, base64url */
export const publicKeyObject = (publicKey: string): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey } })
