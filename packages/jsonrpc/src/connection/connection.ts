import { ContentLengthDecoder } from '../framing/content-length-decoder.ts'
import { encodeMessage } from '../framing/encode-message.ts'
import { DEFAULT_FRAMING_LIMITS, type FrameDecoder, FramingError, type FramingProblem } from '../framing/framing.ts'
import { NewlineDecoder } from '../framing/newline-decoder.ts'
import { readFrame } from '../framing/read-frame.ts'
import {
  ERROR_CODES,
  type ErrorObject,
  type Message,
  type MessageId,
  type Params,
  type RequestMessage,
} from '../messages/message.ts'
import { DEFAULT_MESSAGE_LIMITS } from '../messages/read-message.ts'
import {
  CANCELLATION,
  type ConnectionLimits,
  type ConnectionOptions,
  type Oddity,
  type Platform,
  type RequestOptions,
} from './connection-options.ts'
import { OutgoingRequests } from './outgoing-requests.ts'
import { RpcError, RpcFailure } from './rpc-error.ts'

const MINUTE_MS = 60_000

type Canceller = ReturnType<Platform['newCanceller']>

const DEFAULT_LIMITS: ConnectionLimits = {
  ...DEFAULT_FRAMING_LIMITS,
  ...DEFAULT_MESSAGE_LIMITS,
  maxIncoming: 1000,
  maxOutgoing: 10_000,
}

/**
 * One side of a JSON-RPC connection. What arrives is given to `receive`, in pieces of any size; what is sent goes to the
 * carrier, each message in one write.
 */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #limits: ConnectionLimits
  readonly #decoder: FrameDecoder
  readonly #outgoing: OutgoingRequests
  readonly #incoming = new Map<MessageId, Canceller>()
  readonly #reading: { readonly limits: ConnectionLimits; readonly noiseIsExpected: boolean }
  readonly #taking = (body: Uint8Array) => this.#take(body)
  #lastId = 0
  #closed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#decoder =
      options.framing === 'newline' ? new NewlineDecoder(this.#limits) : new ContentLengthDecoder(this.#limits)
    // What has a length was meant as a message.
    const noiseIsExpected = options.framing === 'newline' && options.noiseIsExpected === true
    this.#reading = { limits: this.#limits, noiseIsExpected }
    this.#outgoing = new OutgoingRequests(options.platform)
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Requests of both sides that are under way. */
  get pending(): { readonly incoming: number; readonly outgoing: number } {
    return { incoming: this.#incoming.size, outgoing: this.#outgoing.size }
  }

  /**
   * Asks the other side.
   *
   * @throws RpcError
   */
  async request(method: string, params?: Params, options: RequestOptions = {}): Promise<unknown> {
    if (this.#closed) throw closedError('The connection is closed.')
    if (options.signal?.aborted === true) throw new RpcError('CANCELLED', 'It was given up before it was sent.')
    if (this.#outgoing.size >= this.#limits.maxOutgoing) {
      throw new RpcError('LIMIT', `${this.#outgoing.size} requests wait already.`)
    }
    const id = ++this.#lastId
    const text = this.#encode({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
    const { signal } = options
    const giveUp = () => {
      this.#tellCancelled(id, 'given up')
      this.#outgoing.fail(id, new RpcError('CANCELLED', 'It was given up.'))
    }
    const answer = this.#outgoing.wait(id, {
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? MINUTE_MS,
      onTimeout: () => this.#tellCancelled(id, 'timed out'),
      forget: () => signal?.removeEventListener('abort', giveUp),
    })
    signal?.addEventListener('abort', giveUp, { once: true })
    options.onStart?.({ id, extend: () => this.#outgoing.extend(id) })
    this.#send(text).catch((error: unknown) => {
      this.#outgoing.fail(id, new RpcError('CLOSED', 'It could not be sent.', { cause: error }))
    })
    return answer
  }

  /**
   * Tells the other side something. Settles when more can be sent.
   *
   * @throws RpcError `CLOSED`, `UNSENDABLE`
   */
  async notify(method: string, params?: Params): Promise<void> {
    if (this.#closed) throw closedError('The connection is closed.')
    await this.#send(this.#encode({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) }))
  }

  /** Takes bytes that arrived. Never throws: what cannot be read any further ends the connection. */
  receive(chunk: Uint8Array): void {
    if (this.#closed) return
    try {
      this.#decoder.push(chunk, this.#taking)
    } catch (error) {
      this.#broken(error)
    }
  }

  /** Nothing more will arrive. */
  end(): void {
    if (this.#closed) return
    try {
      this.#decoder.end()
    } catch (error) {
      this.#broken(error)
    }
    this.#close({ message: 'The other side ended the connection.' })
  }

  close(): void {
    this.#close({ message: 'The connection was closed.' })
  }

  #broken(error: unknown): void {
    if (!(error instanceof FramingError)) throw error
    this.#close({ problem: error.problem, message: error.message })
  }

  #close(why: { readonly problem?: FramingProblem; readonly message: string }): void {
    if (this.#closed) return
    this.#closed = true
    for (const controller of this.#incoming.values()) controller.abort()
    this.#incoming.clear()
    this.#outgoing.failAll(() => closedError(why.message))
    this.#options.carrier.close()
    this.#options.onClose?.(why)
  }

  #take(body: Uint8Array): void {
    // A frame before it in the same piece may have ended the connection.
    if (this.#closed) return
    const frame = readFrame(body, this.#options.platform, this.#reading)
    switch (frame.kind) {
      case 'request':
        void this.#answer(frame.message)
        break
      case 'notification':
        if (frame.message.method === this.#cancellation.method) this.#cancel(frame.message.params)
        else this.#options.onNotification?.(frame.message.method, frame.message.params)
        break
      case 'response':
        if (!this.#outgoing.settle(frame.message)) this.#note({ kind: 'ignored', reason: 'unknown_response_id' })
        break
      case 'invalid':
        this.#note({ kind: 'invalid', reason: frame.error.message })
        this.#reply({ jsonrpc: '2.0', id: frame.id, error: frame.error })
        break
      case 'ignored':
        this.#note({ kind: 'ignored', reason: frame.reason })
        break
      case 'noise':
        this.#note({ kind: 'noise', bytes: body.slice() })
        break
    }
  }

  async #answer({ id, method, params }: RequestMessage): Promise<void> {
    const refuse = (error: ErrorObject) => this.#reply({ jsonrpc: '2.0', id, error })
    if (this.#incoming.has(id)) {
      // An answer would be taken for that of the first.
      this.#note({ kind: 'ignored', reason: 'duplicate_request_id' })
      return
    }
    if (this.#incoming.size >= this.#limits.maxIncoming) {
      refuse({
        code: ERROR_CODES.serverBusy,
        message: `Busy: ${this.#incoming.size} requests are under way; try again later`,
      })
      return
    }
    const controller = this.#options.platform.newCanceller()
    this.#incoming.set(id, controller)
    try {
      const { onRequest } = this.#options
      if (!onRequest) throw RpcFailure.methodNotFound(method)
      const result = await onRequest(method, params, { id, signal: controller.signal })
      if (!this.#isOver(id, controller)) this.#reply({ jsonrpc: '2.0', id, result: result ?? null })
    } catch (error) {
      if (!this.#isOver(id, controller)) refuse(errorOf(error))
    } finally {
      if (this.#incoming.get(id) === controller) this.#incoming.delete(id)
    }
  }

  /** Given up, or the connection has ended: nobody waits for the answer. */
  #isOver(id: MessageId, controller: Canceller): boolean {
    return this.#closed || controller.signal.aborted || this.#incoming.get(id) !== controller
  }

  #cancel(params: Params | undefined): void {
    const id = this.#cancellation.idOf(params)
    const controller = typeof id === 'string' || typeof id === 'number' ? this.#incoming.get(id) : undefined
    if (!controller) return this.#note({ kind: 'ignored', reason: 'cancel_unknown' })
    this.#incoming.delete(id as MessageId)
    controller.abort()
  }

  #tellCancelled(id: MessageId, reason: string): void {
    if (this.#closed) return
    const { method, params } = this.#cancellation
    // Nobody waits for this; a connection that broke says so elsewhere.
    this.notify(method, params(id, reason)).catch(() => undefined)
  }

  /** An answer that cannot be JSON becomes an error, so that the request is answered. */
  #reply(message: Message): void {
    let text: string
    try {
      text = this.#encode(message)
    } catch {
      const error = { code: ERROR_CODES.internalError, message: 'Internal error: the answer cannot be JSON' }
      text = this.#encode({ jsonrpc: '2.0', id: (message as RequestMessage).id, error })
    }
    this.#send(text).catch(() => undefined)
  }

  #encode(message: Message): string {
    try {
      return encodeMessage(message, this.#options.framing, this.#options.platform)
    } catch (cause) {
      throw new RpcError('UNSENDABLE', `The values cannot be JSON: ${(cause as Error).message}`, { cause })
    }
  }

  async #send(text: string): Promise<void> {
    try {
      await this.#options.carrier.send(text)
    } catch (error) {
      this.#close({ message: `The other side can no longer be reached: ${(error as Error).message}` })
      throw closedError('The other side can no longer be reached.')
    }
  }

  #note(oddity: Oddity): void {
    this.#options.onOddity?.(oddity)
  }

  get #cancellation() {
    return this.#options.cancellation ?? CANCELLATION.mcp
  }
}

function errorOf(error: unknown): ErrorObject {
  if (error instanceof RpcFailure) return error.error
  const message = error instanceof Error ? error.message : String(error)
  return { code: ERROR_CODES.internalError, message: `Internal error: ${message}` }
}

const closedError = (message: string) => new RpcError('CLOSED', message)
