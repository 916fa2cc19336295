import { BusError, type Entry } from '@poundlock/bus'
import { type Static, Type } from '@poundlock/spec/schema'
import { createValidator } from '@poundlock/spec/validation'
import type { Log } from '../dispatch/log.ts'
import { DeviceRecord } from '../identity/device.ts'
import type { KeyPair } from '../identity/key-pair.ts'
import type { SetupCodes } from '../identity/setup-codes.ts'
import type { SharedCode, SharedCodes } from '../identity/shared-codes.ts'
import type { Cluster } from './cluster.ts'
import { Seal } from './seal.ts'
import { watchKeys } from './watch-keys.ts'

const CLOSED = { additionalProperties: false }
const { id: hash, role, scopes, name, agent, bearer, pairedAt } = DeviceRecord.properties
const Kept = Type.Object(
  {
    hash,
    grant: Type.Object(
      { role, scopes, name: Type.Optional(name), agent, bearer: Type.Optional(bearer), by: hash },
      CLOSED,
    ),
    issuerPairedAt: Type.Union([pairedAt, Type.Null()]),
    expiresAt: Type.Integer(),
  },
  CLOSED,
)
type Kept = Static<typeof Kept>

const isKept = createValidator(Kept)
const isSealed = createValidator(Type.Object({ sealed: Type.String({ maxLength: 64 * 1024 }) }, CLOSED))
const SPACE = 'setup-codes'
/** Shorter than a client waits for its hello. */
const WAIT_MS = 5000
const LEAST_MS = 1000
/** More than all gateways can have at a time. */
const PAGE = 1000
const SEAL = 'poundlock setup codes on the bus'

export interface SharedSetupCodesParts {
  readonly cluster: Cluster
  /** The key that all gateways of the bus have. */
  readonly gateway: KeyPair
  /** Those that were made here: what was used elsewhere makes room for another one. */
  readonly own: SetupCodes
  readonly now: () => number
  readonly log: Log
}

/**
 * The setup codes of all gateways, as keys of the bus. A code is used up by removing its key as it was found, which one
 * gateway does. Without the broker no code is good. Each is sealed with a key that follows from the identity of the
 * gateways: a device signs with the hash of its code, so that who reads the hash could sign as well.
 */
export class SharedSetupCodes implements SharedCodes {
  readonly #parts: SharedSetupCodesParts
  readonly #sequences = new WeakMap<SharedCode, number>()
  readonly #ending = new AbortController()
  readonly #seal: Seal

  constructor(parts: SharedSetupCodesParts) {
    this.#parts = parts
    this.#seal = new Seal(parts.gateway.derive(SEAL))
  }

  start(): Promise<void> {
    const { cluster, own, log } = this.#parts
    return watchKeys({
      bus: cluster.bus,
      space: SPACE,
      log,
      signal: this.#ending.signal,
      changed: () => undefined,
      removed: ([, id = '']) => void own.redeem(id),
    })
  }

  async publish({ id, ...kept }: SharedCode): Promise<boolean> {
    const { cluster, now } = this.#parts
    const ttlMs = Math.max(LEAST_MS, Math.ceil((kept.expiresAt - now()) / 1000) * 1000)
    const sealed = { sealed: this.#seal.close(id, kept) }
    const claim = await this.#ask(() => cluster.bus.claim([SPACE, id], sealed, { ttlMs, waitMs: WAIT_MS }))
    return claim.claimed
  }

  async find(id: string): Promise<SharedCode | null> {
    const { cluster, now } = this.#parts
    const { entries } = await this.#ask(() => cluster.bus.read({ key: [SPACE, id] }))
    const code = entries[0] === undefined ? null : this.#read(entries[0])
    // A broker removes it within about a second.
    return code !== null && code.expiresAt > now() ? code : null
  }

  async use(code: SharedCode): Promise<boolean> {
    const sequence = this.#sequences.get(code)
    if (sequence === undefined) return false
    const { bus } = this.#parts.cluster
    const outcome = await this.#ask(() => bus.compareAndSet([SPACE, code.id], sequence, undefined, { waitMs: WAIT_MS }))
    return outcome.written
  }

  async dropOf(deviceId: string): Promise<void> {
    const { entries } = await this.#ask(() => this.#parts.cluster.bus.read({ keys: [SPACE] }, { limit: PAGE }))
    const codes = entries.flatMap((entry) => this.#read(entry) ?? [])
    await Promise.all(codes.filter(({ grant }) => grant.by === deviceId).map((code) => this.use(code)))
  }

  close(): void {
    this.#ending.abort()
  }

  #read({ name: [, id = ''], value, sequence, broken }: Entry): SharedCode | null {
    if (broken || isSealed(value).length > 0) return null
    const kept = this.#seal.open(id, (value as { readonly sealed: string }).sealed)
    if (isKept(kept).length > 0) return null
    const code: SharedCode = { id, ...(kept as Kept) }
    this.#sequences.set(code, sequence)
    return code
  }

  async #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    const { cluster } = this.#parts
    if (cluster.problem !== null) throw cluster.refusal(cluster.problem)
    try {
      return await question()
    } catch (error) {
      if (error instanceof BusError) throw cluster.refusal('the NATS servers do not confirm the setup code')
      throw error
    }
  }
}
