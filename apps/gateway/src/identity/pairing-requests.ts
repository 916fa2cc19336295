import type { ClientInfo, Role, Scope } from '@poundlock/protocol'
import type { Clock } from '../clock.ts'
import { networkOf } from '../listen/failure-limits.ts'
import { newId } from './secrets.ts'

/** A device that asks to be let in. */
export interface PendingPairing {
  readonly id: string
  readonly deviceId: string
  readonly publicKey: string
  /** As the device calls itself. */
  readonly name: string
  readonly role: Role
  readonly scopes: readonly Scope[]
  readonly client: ClientInfo
  /** Where it came from; `unix` for the local socket. */
  readonly address: string
  readonly createdAt: number
  readonly expiresAt: number
}

export interface PairingLimits {
  readonly maxRequests: number
  readonly maxRequestsPerAddress: number
  readonly lifetimeMs: number
}

export type Asking = Omit<PendingPairing, 'id' | 'createdAt' | 'expiresAt'>

interface Kept {
  readonly request: PendingPairing
  /** Where it came from, as far as one party can have many addresses. */
  readonly network: string
  /** By the clock that only grows. */
  readonly until: number
}

/**
 * Those that ask to be let in, bounded: a flood from one network only displaces requests of that network, so that an
 * operator can always find the one that they wait for.
 */
export class PairingRequests {
  readonly #limits: PairingLimits
  readonly #clock: Clock
  /** By device; the oldest first. */
  readonly #requests = new Map<string, Kept>()
  readonly #onExpired: (request: PendingPairing) => void
  /** Requests that made room for others. */
  dropped = 0

  /** @param onExpired told of requests that nobody can answer any more */
  constructor(limits: PairingLimits, clock: Clock, onExpired: (request: PendingPairing) => void) {
    this.#limits = limits
    this.#clock = clock
    this.#onExpired = onExpired
  }

  /** The oldest first. */
  list(): readonly PendingPairing[] {
    this.#expire()
    return [...this.#requests.values()].map(({ request }) => request)
  }

  get(id: string): PendingPairing | null {
    return this.list().find((request) => request.id === id) ?? null
  }

  /**
   * Notes that a device asks. One that asks for the same again keeps its request; for something else it gets a new one,
   * so that nobody approves what they did not read.
   *
   * @returns the request, and whether it is new
   */
  ask(asking: Asking): { readonly request: PendingPairing; readonly isNew: boolean } {
    this.#expire()
    const known = this.#requests.get(asking.deviceId)?.request
    if (known !== undefined && isSame(known, asking)) return { request: known, isNew: false }
    if (known !== undefined) this.#forget(known)
    const network = networkOf(asking.address)
    this.#makeRoom(network)
    const createdAt = this.#clock.now()
    const { lifetimeMs } = this.#limits
    const request = { ...asking, id: newId(), createdAt, expiresAt: createdAt + lifetimeMs }
    this.#requests.set(asking.deviceId, { request, network, until: this.#clock.monotonic() + lifetimeMs })
    return { request, isNew: true }
  }

  /** Takes a request away: it was answered. */
  remove(request: PendingPairing): void {
    this.#requests.delete(request.deviceId)
  }

  /** Forgets what is over. To be called from time to time. */
  sweep(): void {
    this.#expire()
  }

  #expire(): void {
    const at = this.#clock.monotonic()
    for (const { request, until } of this.#requests.values()) {
      if (until > at) return
      this.#forget(request)
    }
  }

  #forget(request: PendingPairing): void {
    this.#requests.delete(request.deviceId)
    this.#onExpired(request)
  }

  #makeRoom(network: string): void {
    const counts = new Map<string, number>()
    for (const kept of this.#requests.values()) counts.set(kept.network, (counts.get(kept.network) ?? 0) + 1)
    if ((counts.get(network) ?? 0) >= this.#limits.maxRequestsPerAddress) return this.#dropOldestOf(network)
    if (this.#requests.size < this.#limits.maxRequests) return
    const [largest] = [...counts].toSorted(([, left], [, right]) => right - left)[0]!
    this.#dropOldestOf(largest)
  }

  #dropOldestOf(network: string): void {
    for (const kept of this.#requests.values()) {
      if (kept.network !== network) continue
      this.dropped++
      this.#forget(kept.request)
      return
    }
  }
}

const isSame = (request: PendingPairing, asking: Asking): boolean =>
  request.name === asking.name &&
  request.role === asking.role &&
  request.scopes.length === asking.scopes.length &&
  asking.scopes.every((scope) => request.scopes.includes(scope))
