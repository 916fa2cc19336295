import type { Socket } from 'node:net'
import type { CloseReason, Scope } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import type { Log } from '../dispatch/services.ts'
import type { DeviceRecord } from '../identity/device.ts'
import type { Identity } from '../identity/identity.ts'
import type { FailureKey, FailureLimits } from '../listen/failure-limits.ts'
import type { ConnectionRegistry } from './connections.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { ConnectionBounds } from './limits.ts'

/** What all connections of a gateway share. */
export interface ConnectionHost {
  readonly gatewayName: string
  readonly version: string
  readonly bounds: ConnectionBounds
  readonly identity: Identity
  readonly registry: ConnectionRegistry
  readonly heartbeat: Heartbeat
  readonly failures: FailureLimits
  readonly dispatch: Dispatch
  /** Refuses who connects while nobody can tell whether other gateways have revoked them. @throws GatewayError */
  readonly checkShared: (device: DeviceRecord) => void
  readonly log: Log
  readonly counters: ConnectionCounters
  /** The socket has proven whose it is. */
  readonly authenticated: (socket: Socket) => void
  readonly connectionOpened: (device: DeviceRecord) => void
  readonly connectionClosed: (caller: Caller) => void
  /** Somebody failed too often. */
  readonly lockedOut: (key: FailureKey) => void
}

/** What happened at the door since the start. */
export interface ConnectionCounters {
  readonly accepted: Map<string, number>
  readonly refused: Map<string, number>
  readonly closed: Map<CloseReason, number>
}

/** Counts one more of a kind. The kinds are a closed list of this program. */
export function count<Kind extends string>(counter: Map<Kind, number>, kind: Kind): void {
  counter.set(kind, (counter.get(kind) ?? 0) + 1)
}

/** Where a connection came from. */
export interface Peer {
  readonly transport: 'unix' | 'tcp'
  /** `unix` at the local socket. */
  readonly address: string
  /** The page behind it; `null` for a client that is no browser. */
  readonly origin: string | null
}

const scopeSets = new Map<string, ReadonlySet<Scope>>()

/** One set for all connections that were granted the same. */
export function scopeSet(scopes: readonly Scope[]): ReadonlySet<Scope> {
  const key = scopes.join(' ')
  let set = scopeSets.get(key)
  if (set === undefined) scopeSets.set(key, (set = new Set(scopes)))
  return set
}
