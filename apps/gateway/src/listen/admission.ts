import type { Socket } from 'node:net'

export interface AdmissionLimits {
  /** Sockets that have not authenticated, in all. The oldest makes room for a new one. */
  readonly maxUnauthenticated: number
  /** Of one network. A further one is refused. */
  readonly maxUnauthenticatedPerAddress: number
  /** Sockets in all; the local socket has some more, so that its user can always get in and throw others out. */
  readonly maxSockets: number
  /** Milliseconds for a socket to authenticate. */
  readonly handshakeTimeoutMs: number
}

/** Places of the local socket alone. */
const LOCAL_PLACES = 64

/** Where a socket comes from. */
export interface SocketOrigin {
  /** `null` for those that have a place of their own: the local socket, a trusted proxy. */
  readonly network: string | null
  readonly isLocal: boolean
}

interface Waiting {
  readonly network: string
  readonly since: number
}

/** What became of a new socket: let in, or refused since its network or the gateway has too many. */
export type Admitted = 'admitted' | 'address-full' | 'full'

/**
 * Bounds what those take who have proven nothing: how many sockets they hold, and for how long. Who proves who they are
 * within milliseconds gets through also while others fill the places, since the oldest goes first.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #now: () => number
  /** The oldest first. */
  readonly #waiting = new Map<Socket, Waiting>()
  readonly #perNetwork = new Map<string, number>()
  #sockets = 0
  /** Sockets that were refused or displaced. */
  refused = 0

  /** @param now monotonic milliseconds */
  constructor(limits: AdmissionLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Sockets that have not authenticated. */
  get waiting(): number {
    return this.#waiting.size
  }

  admit(socket: Socket, { network, isLocal }: SocketOrigin): Admitted {
    const { maxUnauthenticated, maxUnauthenticatedPerAddress, maxSockets } = this.#limits
    const key = network ?? ''
    if (this.#sockets >= maxSockets + (isLocal ? LOCAL_PLACES : 0)) return this.#refuse('full')
    if (network !== null && (this.#perNetwork.get(key) ?? 0) >= maxUnauthenticatedPerAddress) {
      return this.#refuse('address-full')
    }
    if (this.#waiting.size >= maxUnauthenticated) this.#displaceOldest()
    this.#sockets++
    this.#waiting.set(socket, { network: key, since: this.#now() })
    this.#perNetwork.set(key, (this.#perNetwork.get(key) ?? 0) + 1)
    socket.once('close', () => {
      this.#sockets--
      this.#leave(socket)
    })
    return 'admitted'
  }

  /** The socket has proven who it is for. */
  authenticated(socket: Socket): void {
    this.#leave(socket)
  }

  /** The socket is being closed: it is not overdue a second time. */
  giveUp(socket: Socket): void {
    this.#leave(socket)
  }

  /** Those whose time is over; to be closed by who knows how. */
  overdue(): readonly Socket[] {
    const before = this.#now() - this.#limits.handshakeTimeoutMs
    const found: Socket[] = []
    for (const [socket, { since }] of this.#waiting) {
      if (since > before) break
      found.push(socket)
    }
    return found
  }

  #refuse(why: Admitted): Admitted {
    this.refused++
    return why
  }

  #displaceOldest(): void {
    const [oldest] = this.#waiting.keys()
    if (oldest === undefined) return
    this.refused++
    this.#leave(oldest)
    oldest.destroy()
  }

  #leave(socket: Socket): void {
    const waiting = this.#waiting.get(socket)
    if (waiting === undefined) return
    this.#waiting.delete(socket)
    const left = (this.#perNetwork.get(waiting.network) ?? 1) - 1
    if (left > 0) this.#perNetwork.set(waiting.network, left)
    else this.#perNetwork.delete(waiting.network)
  }
}
