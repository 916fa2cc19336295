import type { Socket } from 'node:net'
import { RpcFailure } from '@poundlock/jsonrpc'
import { connectStreams } from '@poundlock/jsonrpc/node'
import { PoundlockError, parseStrictJson } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { Hello } from '../../socket/greeting.ts'
import {
  callProblem,
  isSealedShape,
  SOCKET_PROTOCOL,
  type Sealed,
  type SocketCall,
  type SocketEvent,
} from '../../socket/protocol.ts'
import type { Desk } from '../desk/desk.ts'
import { Rate, NonceMemory } from './limits.ts'
import { takeProof } from './proof-file.ts'
import { isSealed, newNonce, seal, serverProof, type ConnectionNonces, type SealKey } from './seal.ts'

/** How much one client of the socket may use. */
export interface PeerLimits {
  /** Milliseconds for a peer to prove who it is. 2,000 unless set. */
  readonly proveWithinMs: number
  /** Calls of one peer in a second. 50 unless set. */
  readonly callsPerSecond: number
  /** Nonces of one peer that are remembered. 4,096 unless set. */
  readonly maxNonces: number
  /** Bytes that wait for a peer which does not read. 16 MiB unless set. */
  readonly maxUnreadBytes: number
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now: () => number
}

interface PeerOptions extends Partial<PeerLimits> {
  readonly key: SealKey
  readonly account: string
  readonly folder: string
  readonly now: () => number
  readonly onRefusal: (reason: string) => void
  readonly watchers: () => number
}

const isHello = createValidator(Hello)

/** The code of every refusal in JSON-RPC; `data.code` says which. */
const REFUSED = -32_001

/** One connection as the server has it: until the peer has proven who it is, nothing is done for it. */
export class ServedPeer {
  readonly #socket: Socket
  readonly #desk: Desk
  readonly #options: PeerOptions
  readonly #rpc: ReturnType<typeof connectStreams>
  readonly #seen: NonceMemory
  readonly #rate: Rate
  readonly #deadline: NodeJS.Timeout
  readonly #proof = `.proof-${newNonce()}`
  #nonces: ConnectionNonces | null = null
  #proven = false
  #watches = false
  #events = 0

  constructor(socket: Socket, desk: Desk, options: PeerOptions) {
    this.#socket = socket
    this.#desk = desk
    this.#options = options
    this.#seen = new NonceMemory(SOCKET_PROTOCOL.lifetimeMs, options.maxNonces ?? 4096)
    this.#rate = new Rate(options.callsPerSecond ?? 50, options.now())
    this.#rpc = connectStreams(socket, socket, {
      framing: 'newline',
      limits: { maxFrameBytes: SOCKET_PROTOCOL.maxRequestBytes, maxDepth: 8, maxIncoming: 16 },
      onRequest: (method, params) => this.#take(method, params),
      onWarning: () => this.refuse('it sent what is no request'),
      onClose: ({ problem, message }) => {
        clearTimeout(this.#deadline)
        if (problem !== undefined) options.onRefusal(message)
        socket.destroy()
        takeProof(options.folder, this.#proof)
      },
    })
    this.#deadline = setTimeout(
      () => this.refuse('it did not prove in time who it is'),
      options.proveWithinMs ?? 2000,
    ).unref()
  }

  get proven(): boolean {
    return this.#proven
  }

  get watches(): boolean {
    return this.#watches
  }

  /** Tells what has happened, if the peer watches. One that does not read what it is told is let go. */
  tell(event: SocketEvent): void {
    if (!this.#watches || !this.#nonces || this.#rpc.closed) return
    if (this.#socket.writableLength > (this.#options.maxUnreadBytes ?? 16 * 1024 * 1024)) {
      return this.refuse('it does not read what it is sent')
    }
    const nonce = (++this.#events).toString(16).padStart(32, '0')
    const message = { body: JSON.stringify(event), at: this.#options.now(), nonce }
    this.#rpc.notify('event', { ...seal(this.#options.key, 'event', this.#nonces, message) }).catch(() => undefined)
  }

  refuse(reason: string): void {
    if (this.#rpc.closed) return
    this.#options.onRefusal(reason)
    this.close()
  }

  close(): void {
    this.#rpc.close()
    this.#socket.destroy()
  }

  #take(method: string, params: unknown): unknown {
    if (method === 'hello' && this.#nonces === null && isHello(params).length === 0) {
      this.#nonces = { client: (params as { nonce: string }).nonce, server: newNonce() }
      const { version } = SOCKET_PROTOCOL
      return {
        version,
        nonce: this.#nonces.server,
        proof: serverProof(this.#options.key, this.#nonces),
        file: this.#proof,
      }
    }
    if (method !== 'call' || this.#nonces === null) {
      throw this.#refusal('SOCKET_UNEXPECTED', `expected hello of version ${SOCKET_PROTOCOL.version}, then calls`)
    }
    if (!isSealedShape(params)) throw this.#refusal('SOCKET_UNEXPECTED', 'a call is at, nonce, body and mac')
    return this.#answer(this.#nonces, params)
  }

  async #answer(nonces: ConnectionNonces, sealed: Sealed): Promise<Sealed> {
    const { key, now, folder } = this.#options
    if (!isSealed(key, 'request', nonces, sealed)) {
      throw this.#refusal('SOCKET_MAC', 'the seal was not made with the token, for this connection')
    }
    if (Math.abs(now() - sealed.at) > SOCKET_PROTOCOL.lifetimeMs) {
      throw this.#refusal('SOCKET_EXPIRED', `it was not sealed within the last ${SOCKET_PROTOCOL.lifetimeMs} ms`)
    }
    const seen = this.#seen.note(sealed.nonce, now())
    if (seen === 'replayed') throw this.#refusal('SOCKET_REPLAYED', 'it was sent before')
    if (!this.#proven) {
      if (!takeProof(folder, this.#proof)) {
        throw this.#refusal('SOCKET_UNPROVEN', `the file ${this.#proof} was not made by the user whose socket this is`)
      }
      this.#proven = true
      clearTimeout(this.#deadline)
    }
    if (seen === 'full' || !this.#rate.take(now())) {
      throw new RpcFailure({ code: REFUSED, message: 'too many calls; wait a second', data: { code: 'SOCKET_BUSY' } })
    }
    const body = JSON.stringify(await this.#do(sealed.body))
    return seal(key, 'response', nonces, { body, at: now(), nonce: sealed.nonce })
  }

  /** What was sealed is known to be the user's: mistakes in it are answered, under a seal. */
  async #do(body: string): Promise<object> {
    try {
      const call = parseStrictJson(body)
      const problem = callProblem(call)
      if (problem !== null) return { error: { code: 'SOCKET_CALL', message: problem } }
      return { result: await this.#serve(call as SocketCall) }
    } catch (error) {
      const { message } = error as Error
      if (!PoundlockError.isInstance(error)) return { error: { code: 'SOCKET_CALL', message } }
      return { error: { code: error.code, message, remedy: error.remedy } }
    }
  }

  async #serve(call: SocketCall): Promise<object> {
    switch (call.method) {
      case 'watch':
        this.#watches = true
        return { requests: this.#desk.pending() }
      case 'list':
        return { requests: this.#desk.pending() }
      case 'show': {
        const channels = await this.#desk.show(call.id)
        return { surfaces: [...channels, ...(this.#options.watchers() > 0 ? ['socket'] : [])] }
      }
      case 'answer': {
        const { id, decision, reason, limits } = call
        const details = { ...(reason !== undefined && { reason }), ...(limits && { limits }) }
        return this.#desk.answer(id, { decision, by: this.#options.account, surface: 'socket', ...details })
      }
    }
  }

  /** The peer that gets this is not answered any more. */
  #refusal(code: string, message: string): RpcFailure {
    this.#options.onRefusal(message)
    // After the answer, which says why.
    setImmediate(() => {
      this.#socket.end()
      setTimeout(() => this.close(), 100).unref()
    })
    return new RpcFailure({ code: REFUSED, message, data: { code } })
  }
}
