import type { Role } from '../access/roles.ts'
import type { Scope } from '../access/scopes.ts'
import type { RequestFrame } from '../frames/frames.ts'
import type { ClientInfo } from '../handshake/handshake.ts'
import type { VersionRange } from '../version/version-range.ts'
import type { OpenSocket } from './client-socket.ts'
import type { Credential } from './credential.ts'
import type { DeviceIdentity } from './device-identity.ts'

/**
 * How a client waits before it connects anew: anything up to a bound (full jitter). The bound doubles with each attempt.
 * While nothing answers at the address it stays as it is for three seconds, and is four times that until half a minute after
 * the loss.
 */
export interface ReconnectOptions {
  /** The first bound, in milliseconds. 100 unless set. */
  readonly firstMs?: number
  /** The highest bound. 30,000 unless set. */
  readonly mostMs?: number
  /** So many addresses are tried in turn: where nothing answers at one, the next is tried at once. 1 unless set. */
  readonly addresses?: number
}

/** What a client keeps waiting at most; what is more is refused, and said. */
export interface ClientLimits {
  /** Requests that are not sent yet. 256 unless set. */
  readonly maxQueued?: number
  /** Bytes that the socket has not sent; requests wait until there are fewer. 1 MiB unless set. */
  readonly maxBufferedBytes?: number
}

/** Answers one request of the gateway. @throws GatewayError for what it is told; anything else is a fault, `INTERNAL` */
export type ServeRequest = (request: RequestFrame) => Promise<object>

/** Where a client connects, as which device, and with which limits. */
export interface ConnectOptions {
  /** `wss://host:port/ws`, or `ws://` of this machine; or what opens a connection, such as `./node` has. */
  readonly url: string | OpenSocket
  /** The key of this device, which signs each connection. */
  readonly identity: DeviceIdentity
  /** A token, a setup code, or the wish to be paired. */
  readonly credential: Credential
  /** As what it connects: operator, agent or node. */
  readonly role: Role
  /** What is asked for; what was granted is in the hello. */
  readonly scopes: readonly Scope[]
  /** What the gateway shows of this program; nothing relies on it. */
  readonly client: ClientInfo
  /**
   * The id of the gateway that is meant, from the setup link or an earlier hello. Another one is told nothing. Without
   * it, the first gateway that answers is taken, and no other one after it.
   */
  readonly gatewayId?: string
  /**
   * Answers requests of the gateway, which nodes get. An answer goes to the connection that asked, and to no other one.
   * Without it, each is refused.
   */
  readonly serve?: ServeRequest
  /** Keeps a token that the gateway gave; it is used only once this has settled. */
  readonly onToken?: (token: string, gateway: { readonly id: string; readonly name: string }) => void | Promise<void>
  /** Told when somebody has to approve this device; the client waits and tries again. */
  readonly onPairing?: (details: Readonly<Record<string, unknown>>) => void
  /** Told what is done about by connecting anew, or by leaving something out: for a log. */
  readonly onProblem?: (error: unknown) => void
  /** Versions of the protocol that are offered; what this package speaks unless set. */
  readonly protocol?: VersionRange
  /** Milliseconds from the start of an attempt until the hello. 10,000 unless set. */
  readonly connectTimeoutMs?: number
  /** `false`: the first connection is the only one. */
  readonly reconnect?: ReconnectOptions | false
  /** Bounds of what waits and arrives; each has a default. */
  readonly limits?: ClientLimits
  /** Closes the client. */
  readonly signal?: AbortSignal
}
