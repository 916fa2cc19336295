import type { ServerResponse } from 'node:http'
import { GatewayError, type CloseReason } from '@poundlock/protocol'
import { count, type ConnectionHost, type Peer } from '../connection/connection-host.ts'
import type { OpenConnection } from '../connection/connections.ts'
import type { DeviceRecord } from '../identity/device.ts'
import { HttpCaller } from './http-caller.ts'
import { writeError, type RpcId } from './rpc-answer.ts'

/** How long a client has to read why its request ends. */
const CUT_MS = 50

/** A request of a device over HTTP, from its proof to the end of its response. It is closed as a WebSocket is. */
export class HttpExchange implements OpenConnection {
  readonly device: DeviceRecord
  readonly peer: Peer
  readonly caller: HttpCaller
  readonly connectedAt: number
  /** Of the request in the body, once it was read. */
  requestId: RpcId | null = null
  readonly #host: ConnectionHost
  readonly #response: ServerResponse
  readonly #ending = new AbortController()

  constructor(host: ConnectionHost, device: DeviceRecord, response: ServerResponse, peer: Peer) {
    this.device = device
    this.peer = peer
    this.caller = new HttpCaller({ device, signal: this.#ending.signal })
    this.connectedAt = host.identity.clock.now()
    this.#host = host
    this.#response = response
    host.registry.add(this)
    response.on('error', () => undefined)
    response.once('close', () => this.#closed())
  }

  get address(): string {
    return this.peer.address
  }

  /** Bytes that the client has not read. */
  get unread(): number {
    return this.#response.writableLength
  }

  close(reason: CloseReason): void {
    if (this.#ending.signal.aborted) return
    count(this.#host.counters.closed, reason)
    const response = this.#response
    if (!response.headersSent) {
      response.setHeader('connection', 'close')
      writeError(response, endOf(reason), this.requestId)
    }
    setTimeout(() => response.destroy(), CUT_MS).unref()
    this.#closed()
  }

  #closed(): void {
    if (this.#ending.signal.aborted) return
    this.#ending.abort()
    this.#host.registry.remove(this)
    this.#host.connectionClosed(this.caller)
  }
}

/** What is known of a request whose connection the gateway ends: it may have been done. */
const endOf = (reason: CloseReason): GatewayError =>
  reason === 'revoked'
    ? new GatewayError('The device was revoked.', { code: 'REVOKED' })
    : new GatewayError(
        'The gateway ended the connection before the answer. The same idempotency key gets the outcome.',
        { code: 'OUTCOME_UNKNOWN' },
      )
