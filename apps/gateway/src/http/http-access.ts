import type { IncomingMessage, ServerResponse } from 'node:http'
import { GatewayError } from '@poundlock/protocol'
import { StateFileError } from '@poundlock/state-files/node'
import { count, type ConnectionHost } from '../connection/connection-host.ts'
import { TokenBucket } from '../connection/token-bucket.ts'
import { authenticateBearer } from '../identity/authenticate-bearer.ts'
import type { DeviceRecord } from '../identity/device.ts'
import type { HttpPeer } from '../listen/door.ts'
import { HttpExchange } from './http-exchange.ts'
import { writeError } from './rpc-answer.ts'

/** Headers that are read here, and may occur once: a proxy could have read the other one. */
const SINGLE = ['authorization', 'content-type', 'idempotency-key', 'traceparent']

/** Lets requests in by their bearer token, with the limits that a WebSocket has. */
export class HttpAccess {
  readonly #host: ConnectionHost
  readonly #buckets = new Map<string, TokenBucket>()
  readonly #open = new Map<string, Set<HttpExchange>>()

  constructor(host: ConnectionHost) {
    this.#host = host
  }

  /** @returns `null` when the request was answered with a refusal; nothing of its body was read then */
  enter(request: IncomingMessage, response: ServerResponse, peer: HttpPeer): HttpExchange | null {
    try {
      const device = this.#deviceOf(request, peer)
      peer.authenticated()
      this.#checkRate(device)
      return this.#begin(device, response, peer)
    } catch (error) {
      const refusal = this.#refusalOf(error)
      // What is left of the body is not read.
      response.setHeader('connection', 'close')
      writeError(response, refusal)
      return null
    }
  }

  /** Closes what clients do not read, and forgets devices that are gone. To be called from time to time. */
  sweep(): void {
    for (const exchanges of this.#open.values()) {
      for (const exchange of exchanges) {
        if (exchange.unread > this.#host.bounds.maxUnreadBytes) exchange.close('slow-reader')
      }
    }
    for (const id of this.#buckets.keys()) if (this.#host.identity.devices.get(id) === null) this.#buckets.delete(id)
  }

  #deviceOf(request: IncomingMessage, peer: HttpPeer): DeviceRecord {
    const { identity, counters, log } = this.#host
    checkHeaders(request)
    const lockedFor = peer.lockedFor('bearer')
    if (lockedFor > 0) {
      throw new GatewayError('Too many attempts failed.', { code: 'RATE_LIMITED', retryAfterMs: Math.ceil(lockedFor) })
    }
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) throw unauthenticated('Send the token as Authorization: Bearer TOKEN.')
    const device = authenticateBearer(identity, token)
    if (device !== null) {
      this.#host.checkShared(device)
      identity.devices.seen(device.id, identity.clock.now())
      return device
    }
    const lockedOut = peer.failed('bearer') || undefined
    const { address, origin } = peer
    count(counters.refused, 'UNAUTHENTICATED')
    log('connection-refused', { code: 'UNAUTHENTICATED', auth: 'bearer', address, origin, lockedOut })
    throw unauthenticated('No device with bearer use has this token.')
  }

  #checkRate({ id }: DeviceRecord): void {
    const { bounds, identity } = this.#host
    const at = identity.clock.monotonic()
    let bucket = this.#buckets.get(id)
    if (bucket === undefined) this.#buckets.set(id, (bucket = new TokenBucket(bounds.requestsPerSecond, at)))
    const retryAfterMs = bucket.take(at)
    if (retryAfterMs > 0)
      throw new GatewayError('Too many requests in a second.', { code: 'RATE_LIMITED', retryAfterMs })
    const open = this.#open.get(id)?.size ?? 0
    if (open < bounds.maxRequestsAtOnce) return
    throw new GatewayError(`${open} requests of the device are being answered.`, { code: 'BUSY', retryAfterMs: 100 })
  }

  #begin(device: DeviceRecord, response: ServerResponse, peer: HttpPeer): HttpExchange {
    const exchange = new HttpExchange(this.#host, device, response, peer)
    let exchanges = this.#open.get(device.id)
    if (exchanges === undefined) this.#open.set(device.id, (exchanges = new Set()))
    exchanges.add(exchange)
    response.once('close', () => {
      exchanges.delete(exchange)
      if (exchanges.size === 0) this.#open.delete(device.id)
    })
    return exchange
  }

  #refusalOf(error: unknown): GatewayError {
    const { counters, log } = this.#host
    if (error instanceof StateFileError) {
      log('record-failed', { code: error.code, errno: error.details['errno'] })
      return new GatewayError('It cannot be written down.', { code: 'RECORD_FAILED' })
    }
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'RATE_LIMITED') count(counters.refused, error.code)
    return error
  }
}

/** @throws GatewayError `INVALID_PARAMS` */
function checkHeaders({ headersDistinct, url = '' }: IncomingMessage): void {
  const repeated = SINGLE.find((name) => (headersDistinct[name]?.length ?? 0) > 1)
  if (repeated !== undefined)
    throw new GatewayError(`The header ${repeated} is there twice.`, { code: 'INVALID_PARAMS' })
  // A token there would stand in logs of proxies and in histories.
  if (url.includes('?')) throw new GatewayError('The address takes no parameters.', { code: 'INVALID_PARAMS' })
}

const unauthenticated = (message: string) => new GatewayError(message, { code: 'UNAUTHENTICATED' })
