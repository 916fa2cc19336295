import { randomBytes } from 'node:crypto'
import type { Role, Scope } from '@poundlock/protocol'
import type { Clock } from '../clock.ts'
import { hashOf } from './secrets.ts'

/** What a device that has the code becomes. */
export interface SetupGrant {
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** The name of the device; the one that it gives itself unless set. */
  readonly name?: string
  /** The agent that it acts as; only with the role `agent`. */
  readonly agent?: string
  /** Whether its token alone is accepted over HTTP. */
  readonly bearer?: boolean
  /** The device of the operator who made the code. */
  readonly by: string
}

/** A code as it is shown, once. It is never logged, and nowhere on disk. */
export interface SetupCode {
  readonly id: string
  /** `<id>-<secret>`: 128 bits behind the id. */
  readonly code: string
  readonly expiresAt: number
}

interface KeptCode {
  readonly hash: string
  readonly grant: SetupGrant
  readonly until: number
}

export interface SetupCodeLimits {
  readonly maxCodes: number
  readonly lifetimeMs: number
}

/** The setup codes that are good at this moment: each for one device, for ten minutes, in memory alone. */
export class SetupCodes {
  readonly #limits: SetupCodeLimits
  readonly #clock: Clock
  readonly #codes = new Map<string, KeptCode>()

  constructor(limits: SetupCodeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Codes that are good. */
  get size(): number {
    this.#expire()
    return this.#codes.size
  }

  /** @returns `null` when too many are good already */
  create(grant: SetupGrant, expiresInMs = Infinity): SetupCode | null {
    this.#expire()
    if (this.#codes.size >= this.#limits.maxCodes) return null
    const id = randomBytes(4).toString('hex')
    if (this.#codes.has(id)) return this.create(grant, expiresInMs)
    const code = `${id}-${randomBytes(16).toString('hex')}`
    const lifetimeMs = Math.min(expiresInMs, this.#limits.lifetimeMs)
    this.#codes.set(id, { hash: hashOf(code), grant, until: this.#clock.monotonic() + lifetimeMs })
    return { id, code, expiresAt: this.#clock.now() + lifetimeMs }
  }

  /** SHA-256 of the whole code, which its holder signs with; `null` for one that is not good. */
  hash(id: string): string | null {
    this.#expire()
    return this.#codes.get(id)?.hash ?? null
  }

  /** What a code grants, without using it up. */
  peek(id: string): SetupGrant | null {
    this.#expire()
    return this.#codes.get(id)?.grant ?? null
  }

  /** Uses a code up. @returns what it grants; `null` for one that is not good (any more) */
  redeem(id: string): SetupGrant | null {
    this.#expire()
    const grant = this.#codes.get(id)?.grant ?? null
    this.#codes.delete(id)
    return grant
  }

  /** Takes back the codes of a device that was revoked. */
  dropOf(deviceId: string): void {
    for (const [id, { grant }] of this.#codes) if (grant.by === deviceId) this.#codes.delete(id)
  }

  #expire(): void {
    const at = this.#clock.monotonic()
    for (const [id, { until }] of this.#codes) if (until <= at) this.#codes.delete(id)
  }
}
