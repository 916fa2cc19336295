import { setTimeout as delay } from 'node:timers/promises'
import {
  connect,
  nkeyAuthenticator,
  errors,
  type ConnectionOptions,
  type NatsConnection,
} from '@nats-io/transport-node'
import { readOwnText } from '@poundlock/state-files/node'
import { BusError, busClosed } from '../contract/bus-error.ts'
import { endSilentSockets } from './end-silent-sockets.ts'
import { isLoopback } from './is-loopback.ts'
import { natsError } from './nats-error.ts'
import type { NatsBusOptions, NatsCredentials } from './nats-options.ts'

/** Lifetimes of single keys. */
const LEAST_VERSION = [2, 11] as const
/** A server that stopped answering is left after two of these. */
const PING_MS = 2000
const CLOSE_MS = 1000

/** The connection to a cluster: it is either usable now, or says why not. */
export class NatsLink {
  readonly connection: NatsConnection
  readonly #options: NatsBusOptions
  readonly #onDisconnect: (() => void)[] = []
  readonly #onClose = new Set<() => void>()
  #isConnected = true
  #violation: Error | null = null
  #isClosed = false

  /** @throws BusError `NOT_CONNECTED`, `OUTDATED_SERVER`, `INSECURE`, `FORBIDDEN`; StateFileError of the seed's file */
  static async open(options: NatsBusOptions): Promise<NatsLink> {
    checkSecurity(options)
    const settings = connectionOptions(options)
    let connection: NatsConnection
    try {
      connection = await endSilentSockets(options.servers, settings.timeout, () => connect(settings))
    } catch (error) {
      const reported = natsError(error, false)
      throw reported.code === 'NOT_CONNECTED' ? notReached(options.servers, error) : reported
    }
    const link = new NatsLink(connection, options)
    if (link.isOutdated && options.allowOutdatedServer !== true) {
      await connection.close()
      throw link.#outdated()
    }
    return link
  }

  private constructor(connection: NatsConnection, options: NatsBusOptions) {
    this.connection = connection
    this.#options = options
    void this.#observe()
  }

  /** True when the server ignores lifetimes of keys. */
  get isOutdated(): boolean {
    const [major = 0, minor = 0] = (this.connection.info?.version ?? '').split('.').map(Number)
    return !(major > LEAST_VERSION[0] || (major === LEAST_VERSION[0] && minor >= LEAST_VERSION[1]))
  }

  /** Whether what is sent now reaches a server. */
  get isUsable(): boolean {
    return this.#isConnected && !this.#isClosed && this.connection.info !== undefined && !this.#refusesServer
  }

  /** What an operation throws while the link is not usable; `null` while it is. */
  get problem(): BusError | null {
    if (this.#isClosed) return busClosed()
    if (this.isUsable) return null
    return this.#isConnected && this.#refusesServer ? this.#outdated() : notConnected()
  }

  /** What the server last refused for want of a permission. It tells so without naming the message. */
  get violation(): Error | null {
    return this.#violation
  }

  /** @throws BusError `CLOSED` */
  checkOpen(): void {
    if (this.#isClosed) throw busClosed()
  }

  /** @throws BusError `OUTDATED_SERVER` */
  checkLifetimes(): void {
    if (this.isUsable && this.isOutdated) throw this.#outdated()
  }

  onDisconnect(listener: () => void): void {
    this.#onDisconnect.push(listener)
  }

  /** @returns what removes the listener */
  onClose(listener: () => void): () => void {
    this.#onClose.add(listener)
    return () => this.#onClose.delete(listener)
  }

  report(operation: string): void {
    this.#options.onStatus?.({ kind: 'waiting', operation })
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const listener of [...this.#onDisconnect, ...this.#onClose]) listener()
    // A server that stands still is not waited for.
    const last = this.connection.flush().catch(() => undefined)
    await Promise.race([last, delay(CLOSE_MS, undefined, { ref: false })])
    await this.connection.close()
  }

  get #refusesServer(): boolean {
    return this.isOutdated && this.#options.allowOutdatedServer !== true
  }

  async #observe(): Promise<void> {
    for await (const status of this.connection.status()) {
      const { type } = status
      if (type === 'error') {
        if (status.error instanceof errors.PermissionViolationError) this.#violation = status.error
      } else if (type === 'disconnect') {
        this.#isConnected = false
        for (const listener of this.#onDisconnect) listener()
        this.#options.onStatus?.({ kind: 'disconnected' })
      } else if (type === 'reconnect') {
        this.#isConnected = true
        const version = this.connection.info?.version ?? 'unknown'
        this.#options.onStatus?.(this.#refusesServer ? { kind: 'outdated', version } : { kind: 'connected' })
      }
    }
  }

  #outdated(): BusError {
    const version = this.connection.info?.version ?? 'unknown'
    return new BusError(`The NATS server has version ${version}; the bus needs 2.11 or later.`, {
      code: 'OUTDATED_SERVER',
      remedy:
        'Install a newer server (2.14 or later is recommended); older ones never remove keys whose lifetime ended.',
      details: { version },
    })
  }
}

const notConnected = () =>
  new BusError('There is no connection to a NATS server. Nothing was sent.', {
    code: 'NOT_CONNECTED',
    remedy: 'Check that a server of the list runs and can be reached; the connection is tried again by itself.',
  })

const notReached = (servers: readonly string[], cause: unknown) =>
  new BusError(`No connection to a NATS server: ${servers.join(', ')}.`, {
    code: 'NOT_CONNECTED',
    remedy: 'Check the addresses, that a server runs, and for TLS the files and handshake_first: true of the server.',
    cause,
    details: { servers },
  })

/** @throws BusError `INSECURE` */
function checkSecurity({ servers, tls, allowPlaintext }: NatsBusOptions): void {
  const remote = servers.find((server) => !isLoopback(server))
  if (tls !== undefined || allowPlaintext === true || remote === undefined) return
  throw new BusError(`The NATS server ${remote} is on another machine, and the connection would not be encrypted.`, {
    code: 'INSECURE',
    remedy: 'Set tls, with handshake_first: true in the configuration of the server.',
    details: { server: remote },
  })
}

function connectionOptions(options: NatsBusOptions): ConnectionOptions & { readonly timeout: number } {
  const { servers, tls, credentials, name, connectMs = 5000, prefix = 'poundlock' } = options
  return {
    servers: [...servers],
    timeout: connectMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    reconnectJitterTLS: 250,
    pingInterval: PING_MS,
    maxPingOut: 2,
    // A server could name machines that the configuration does not.
    ignoreClusterUpdates: true,
    inboxPrefix: `${prefix}.inbox`,
    // Otherwise a server in between could say that the server has no TLS, and the client would go on without it.
    ...(tls !== undefined && { tls: { ...tls, handshakeFirst: true } }),
    ...(name !== undefined && { name }),
    ...(credentials !== undefined && authentication(credentials)),
  }
}

function authentication(credentials: NatsCredentials): Partial<ConnectionOptions> {
  if ('nkeySeedFile' in credentials) {
    const seed = readOwnText(credentials.nkeySeedFile, { ownership: 'private', maxBytes: 1000 })
    if (seed === null) throw noSeed(credentials.nkeySeedFile)
    return { authenticator: nkeyAuthenticator(Buffer.from(seed.trim())) }
  }
  if ('token' in credentials) return { token: credentials.token }
  return { user: credentials.user, pass: credentials.password }
}

const noSeed = (file: string) =>
  new BusError(`There is no ${file}.`, {
    code: 'MISCONFIGURED',
    remedy: 'Make one with `nk -gen user`, and give the server its public key (`nk -inkey FILE -pubout`).',
    details: { file },
  })
