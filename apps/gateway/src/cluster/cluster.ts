import type { Bus, LimitsBySpace } from '@poundlock/bus'
import { GatewayError } from '@poundlock/protocol'
import type { Log } from '../dispatch/log.ts'
import { GatewayHostError } from '../gateway-host-error.ts'
import { gatewayInstance } from './gateway-instance.ts'
import { peerAnswer, readPeerAnswer } from './peer-answer.ts'
import { SharedRecords } from './shared-records.ts'

/** What the others see of a gateway that runs. */
export interface GatewayPresence {
  readonly name: string
  /** How many watch its approvals. */
  readonly approvers: number
}

export interface BusOpening {
  /** How much of each space is kept. */
  readonly limits: LimitsBySpace
  /** To be told each time that the connection to the broker breaks or returns. */
  readonly onConnected: (isConnected: boolean) => void
}

/** Opens the bus that gateways share. */
export type OpenBus = (opening: BusOpening) => Promise<Bus>

const MIB = 1024 * 1024
const LIMITS: LimitsBySpace = {
  'gateway-identity': { maxBytes: MIB },
  gateways: { maxBytes: 4 * MIB },
  devices: { maxBytes: 64 * MIB },
  'setup-codes': { maxBytes: MIB },
  nodes: { maxBytes: 64 * MIB },
  approvals: { maxBytes: 128 * MIB },
  'run-outcomes': { maxBytes: 256 * MIB },
  sessions: { maxBytes: 64 * MIB },
  'session-events': { maxBytes: 256 * MIB },
}

export interface ClusterParts {
  readonly openBus: OpenBus
  readonly stateFolder: string
  readonly gatewayId: string
  readonly gatewayName: string
  readonly log: Log
  readonly monotonic: () => number
}

/** A gateway that was not heard of for so long is gone. */
const PRESENT_MS = 10_000
const PRESENCE_EVERY_MS = 2500
/** A cluster that elects a leader writes nothing for up to 8.4 s. */
const CUT_OFF_MS = 12_000
const HELLO_MS = 2000

/**
 * The gateways that share a bus, as one of them. They have one identity, so that a device which is paired with one is
 * paired with all. What each of them decides and records stays with it; the others ask it.
 */
export class Cluster {
  readonly instance: string
  readonly bus: Bus
  readonly #parts: ClusterParts
  readonly #gateways: SharedRecords<GatewayPresence>
  readonly #listeners = new Set<() => void>()
  readonly #connected: { isConnected: boolean; readonly onReturn: Set<() => void> }
  #confirmedAt: number
  #approvers = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @throws BusError; GatewayHostError `GATEWAY_CONFIG`; StateFileError */
  static async open(parts: ClusterParts): Promise<Cluster> {
    const connected = { isConnected: true, onReturn: new Set<() => void>() }
    const onConnected = (isConnected: boolean) => {
      connected.isConnected = isConnected
      if (isConnected) for (const listener of connected.onReturn) listener()
    }
    const bus = await parts.openBus({ limits: LIMITS, onConnected })
    try {
      const cluster = new Cluster(parts, bus, connected)
      await cluster.#join()
      return cluster
    } catch (error) {
      await bus.close()
      throw error
    }
  }

  private constructor(parts: ClusterParts, bus: Bus, connected: { isConnected: boolean; onReturn: Set<() => void> }) {
    this.#parts = parts
    this.bus = bus
    this.#connected = connected
    this.instance = gatewayInstance(parts.stateFolder)
    this.#confirmedAt = parts.monotonic()
    this.#gateways = new SharedRecords({
      bus,
      space: 'gateways',
      log: parts.log,
      read: readPresence,
      changed: () => {
        for (const listener of this.#listeners) listener()
      },
    })
  }

  /** Why nothing new can be done now; `null` while the broker confirms writes. */
  get problem(): string | null {
    if (!this.#connected.isConnected) return 'there is no connection to the NATS servers'
    const silentMs = this.#parts.monotonic() - this.#confirmedAt
    return silentMs < CUT_OFF_MS ? null : 'the NATS servers confirm no write: most of them are gone, or full'
  }

  /** What refuses requests meanwhile. */
  refusal(problem: string): GatewayError {
    return new GatewayError(`Nothing was done: ${problem}. See poundlock gateway status.`, {
      code: 'UNAVAILABLE',
      details: { reason: 'bus' },
      retryAfterMs: 2000,
    })
  }

  isAlive(instance: string): boolean {
    return instance === this.instance || this.#gateways.get(instance) !== undefined
  }

  /** What another gateway is called; `undefined` while it is away. */
  nameOf(instance: string): string | undefined {
    return this.#gateways.get(instance)?.name
  }

  /** The other gateways that run. */
  others(): readonly string[] {
    return [...this.#gateways.entries()].flatMap(([id]) => (id === this.instance ? [] : [id]))
  }

  /** How many watch approvals at other gateways. */
  approversElsewhere(): number {
    let count = 0
    for (const [id, { approvers }] of this.#gateways.entries()) if (id !== this.instance) count += approvers
    return count
  }

  /** Tells the others how many watch approvals here. */
  async setApprovers(count: number): Promise<void> {
    if (count === this.#approvers) return
    this.#approvers = count
    await this.#beat()
  }

  /** Told when gateways come and go. */
  onGateways(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Told when a lost connection to the broker stands again. */
  onReturn(listener: () => void): void {
    this.#connected.onReturn.add(listener)
  }

  /** Answers what other gateways ask this one. */
  async serve(what: string, handler: (payload: unknown) => unknown): Promise<void> {
    await this.bus.serve(['gateway', this.instance, what], (payload) => peerAnswer(() => handler(payload)))
  }

  /** Asks another gateway. @throws GatewayError as `readPeerAnswer` */
  async ask(instance: string, what: string, payload: unknown, options: { timeoutMs?: number } = {}): Promise<unknown> {
    return readPeerAnswer(await this.bus.request(['gateway', instance, what], payload, options), 'The other gateway')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    if (this.problem === null) await this.#gateways.remove(this.instance).catch(() => undefined)
    this.#gateways.close()
    await this.bus.close()
  }

  async #join(): Promise<void> {
    const { gatewayId } = this.#parts
    const identity = await this.bus.claim(['gateway-identity', 'id'], { id: gatewayId })
    if (!identity.claimed) {
      const { id } = identity.current.value as { readonly id?: unknown }
      if (id !== gatewayId) throw otherIdentity(String(id))
    }
    const hello = await this.bus.request(['gateway', this.instance, 'hello'], {}, { timeoutMs: HELLO_MS })
    if (hello.status === 'answered') throw sameInstance(this.instance)
    await this.serve('hello', () => ({}))
    await this.#gateways.start()
    await this.#beat()
    this.#timer = setInterval(() => void this.#beat(), PRESENCE_EVERY_MS).unref()
  }

  async #beat(): Promise<void> {
    const value = { name: this.#parts.gatewayName, approvers: this.#approvers }
    try {
      await this.#gateways.change(this.instance, () => value, PRESENT_MS)
      this.#confirmedAt = this.#parts.monotonic()
    } catch (error) {
      if (!this.#isClosed) this.#parts.log('bus-problem', { error: String(error) })
    }
  }
}

function readPresence(value: unknown): GatewayPresence | null {
  const { name, approvers } = (value ?? {}) as Partial<GatewayPresence>
  return typeof name === 'string' && typeof approvers === 'number' ? { name, approvers } : null
}

const otherIdentity = (id: string) =>
  new GatewayHostError(`gateway.bus: the gateways there have another identity: ${id}`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Copy gateway/identity.json of one of them, mode 0600, to this machine, or use another prefix.',
    details: { key: 'gateway.bus', id },
  })

const sameInstance = (instance: string) =>
  new GatewayHostError(`gateway.bus: a gateway runs there that is ${instance}, as this one`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Of a copied state folder, remove gateway/instance.json.',
    details: { key: 'gateway.bus', instance },
  })
