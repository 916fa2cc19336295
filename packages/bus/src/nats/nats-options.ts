import type { LimitsBySpace } from '../contract/space-limits.ts'

/** The certificates of a connection to NATS. */
export interface NatsTls {
  /** Certificates of the authorities that sign the servers'; the system's unless set. */
  readonly caFile?: string
  /** The certificate and key of this gateway, where the server asks for one. */
  readonly certFile?: string
  /** Read by this user alone; with `certFile`. */
  readonly keyFile?: string
}

/** How this gateway identifies itself. Only this user may read the file of the seed. */
export type NatsCredentials =
  | { readonly nkeySeedFile: string }
  | { readonly user: string; readonly password: string }
  | { readonly token: string }

/**
 * - `connected`, `disconnected`: the connection to a server; another of the list is tried;
 * - `waiting`: a write waits for a server that can write, such as while a leader is elected;
 * - `outdated`: the server that was reached is too old, and is not used.
 */
export type NatsStatus =
  | { readonly kind: 'connected' | 'disconnected' }
  | { readonly kind: 'waiting'; readonly operation: string }
  | { readonly kind: 'outdated'; readonly version: string }

/** The servers of NATS, and how to be let in. */
export interface NatsBusOptions {
  /** `host:port` of the servers of one cluster. Servers that they tell of are not used. */
  readonly servers: readonly string[]
  /**
   * Separates fleets on one server, in the names of all subjects and streams: a lower-case letter, then up to 31 letters,
   * digits or hyphens. `poundlock` unless set.
   */
  readonly prefix?: string
  /** Servers that keep each key and log: 1, 3 or 5. 1 unless set; a cluster needs at least 3. */
  readonly replicas?: 1 | 3 | 5
  /** Required for servers on other machines. The handshake comes first: the server needs `handshake_first: true`. */
  readonly tls?: NatsTls
  /** Absent where the server asks for none. */
  readonly credentials?: NatsCredentials
  /** For spaces that do not exist yet. */
  readonly limits?: LimitsBySpace
  /** Shown by the server, such as the name of the gateway. */
  readonly name?: string
  /** Uses a server older than 2.11. It ignores lifetimes of keys, so that writes with `ttlMs` fail there. */
  readonly allowOutdatedServer?: boolean
  /** Talks to servers on other machines without encryption, such as through a tunnel that encrypts. */
  readonly allowPlaintext?: boolean
  /** Milliseconds in which the first connection must be there; 5,000 unless set. */
  readonly connectMs?: number
  /** Called at each change; for showing it to an operator. */
  readonly onStatus?: (status: NatsStatus) => void
}
