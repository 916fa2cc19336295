import { GatewayError } from '@poundlock/protocol'
import { createValidator } from '@poundlock/spec/validation'
import type { ConnectionRegistry } from '../connection/connections.ts'
import type { Log } from '../dispatch/log.ts'
import { DeviceRecord, Revoked } from '../identity/device.ts'
import type { Identity } from '../identity/identity.ts'
import type { Cluster } from './cluster.ts'
import { SharedRecords } from './shared-records.ts'

/** A device as all gateways have it. */
type SharedDevice = { readonly device: DeviceRecord } | { readonly revoked: Revoked }

const isDevice = createValidator(DeviceRecord)
const isRevoked = createValidator(Revoked)
const AGAIN_MS = 1000

export interface SharedDevicesParts {
  readonly cluster: Cluster
  readonly identity: Identity
  readonly registry: ConnectionRegistry
  readonly log: Log
}

/**
 * The devices that are paired, at all gateways: each keeps its own file, and tells the others what changed in it. Of two
 * changes of one device at the same time the first counts, and revoking it always does.
 */
export class SharedDevices {
  readonly #parts: SharedDevicesParts
  readonly #records: SharedRecords<SharedDevice>
  /** Changed here and not told yet, with what the change was made to. */
  readonly #unpublished = new Map<string, SharedDevice | undefined>()
  #telling: Promise<void> | null = null
  #conflicts = 0
  #isStarted = false
  #isClosed = false

  constructor(parts: SharedDevicesParts) {
    this.#parts = parts
    const { cluster, log, identity } = parts
    this.#records = new SharedRecords({
      bus: cluster.bus,
      space: 'devices',
      log,
      read: readShared,
      changed: (id, value) => {
        if (value !== null && !this.#unpublished.has(id)) this.#adopt(id, value)
      },
    })
    identity.devices.onChange = (id) => this.#changed(id)
    cluster.onReturn(() => void this.#publish())
  }

  /** Takes over what the others know, and tells them what only this gateway does. */
  async start(): Promise<void> {
    await this.#records.start()
    this.#isStarted = true
    for (const { id } of this.#parts.identity.devices.list()) {
      if (this.#records.get(id) === undefined) this.#changed(id)
    }
    await this.published()
  }

  /**
   * Waits until the others know of every change that was made here.
   *
   * @throws GatewayError `UNAVAILABLE` where they learn it later; `CONFLICT` where another gateway was first
   */
  async published(): Promise<void> {
    const before = this.#conflicts
    await this.#publish()
    // What changed while that was told.
    if (this.#unpublished.size > 0) await this.#publish()
    const { cluster } = this.#parts
    if (this.#unpublished.size > 0) {
      throw cluster.refusal(`it counts here, and the other gateways learn it later (${cluster.problem ?? 'busy'})`)
    }
    if (this.#conflicts === before) return
    throw new GatewayError('The device was changed at another gateway at the same time: look at it again.', {
      code: 'CONFLICT',
    })
  }

  close(): void {
    this.#isClosed = true
    this.#records.close()
  }

  #changed(id: string): void {
    if (this.#isClosed || this.#parts.identity.devices.get(id)?.local === true) return
    if (!this.#unpublished.has(id)) this.#unpublished.set(id, this.#records.get(id))
    if (this.#isStarted) void this.#publish()
  }

  #publish(): Promise<void> {
    this.#telling ??= this.#tellAll().finally(() => (this.#telling = null))
    return this.#telling
  }

  /** One round; what could not be told is tried again later. */
  async #tellAll(): Promise<void> {
    for (const [id, base] of this.#unpublished) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- in the order of the changes
        const shared = await this.#records.change(id, (before) => this.#mine(id, base, before))
        this.#unpublished.delete(id)
        if (shared !== undefined) this.#adopt(id, shared)
      } catch (error) {
        if (this.#isClosed) return
        this.#parts.log('device-untold', { device: id, error: String(error) })
        setTimeout(() => void this.#publish(), AGAIN_MS).unref()
        return
      }
    }
  }

  /** What this gateway says of a device; `null` where another one has changed it since. */
  #mine(id: string, base: SharedDevice | undefined, before: SharedDevice | undefined): SharedDevice | null {
    const { devices } = this.#parts.identity
    const known = devices.get(id)
    const revoked = devices.revoked(id)
    if (known === null && revoked !== null) return { revoked }
    if (known === null) return null
    if (before !== base) {
      this.#conflicts++
      return null
    }
    const { seenAt: _, ...device } = known
    return { device }
  }

  #adopt(id: string, shared: SharedDevice): void {
    const { identity, registry } = this.#parts
    const { devices } = identity
    const before = devices.get(id)
    if (before?.local === true) return
    if ('revoked' in shared) {
      if (before === null) return
      devices.revoke(id, shared.revoked.by, shared.revoked.at, 'elsewhere')
      identity.setupCodes.dropOf(id)
      registry.closeDevice(id, 'revoked')
      identity.events.device(before, { revokedAt: shared.revoked.at })
      return
    }
    const { device } = shared
    if (before !== null && isSame(before, device)) return
    // Revoked here while the others could not be told.
    if (before === null && (devices.revoked(id)?.at ?? 0) >= device.pairedAt) return this.#changed(id)
    devices.put(device, 'elsewhere')
    // Its connections were granted something else.
    if (before !== null && grantOf(before) !== grantOf(device)) registry.closeDevice(id, 'going-away')
    identity.events.device(device)
  }
}

function readShared(value: unknown): SharedDevice | null {
  const { device, revoked } = (value ?? {}) as { readonly device?: unknown; readonly revoked?: unknown }
  if (device !== undefined && isDevice(device).length === 0) return { device: device as DeviceRecord }
  if (revoked !== undefined && isRevoked(revoked).length === 0) return { revoked: revoked as Revoked }
  return null
}

const isSame = ({ seenAt: _, ...before }: DeviceRecord, { seenAt: __, ...device }: DeviceRecord): boolean =>
  canonical(before) === canonical(device)

const canonical = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** What a connection was let in by. */
const grantOf = ({ role, scopes, agent, renew, pairedAt, bearer, tokenHash }: DeviceRecord): string =>
  canonical({ role, scopes, agent, renew: renew === true, pairedAt, token: bearer === true ? tokenHash : null })
