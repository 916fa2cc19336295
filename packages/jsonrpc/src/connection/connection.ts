import { ByteOrderMark } from '../framing/byte-order-mark.ts'
import { ContentLengthDecoder } from '../framing/content-length-decoder.ts'
import { frameText, requestText, resultText } from '../framing/encode-message.ts'
import { bodyBytes, type FrameBody, type FrameDecoder, FramingError, type FramingProblem } from '../framing/framing.ts'
import { NewlineDecoder } from '../framing/newline-decoder.ts'
import { readFrame, type FrameOptions } from '../framing/read-frame.ts'
import {
  RPC_ERROR_CODES,
  type ErrorObject,
  type MessageId,
  type Params,
  type RequestMessage,
} from '../messages/message.ts'
import { readMessage, type ReadMessage, type SpoiledAnswers } from '../messages/read-message.ts'
import { errorOf, errorText, NOT_JSON } from './answer-error.ts'
import {
  CANCELLATION,
  DEFAULT_CONNECTION_LIMITS,
  type ConnectionLimits,
  type ConnectionOptions,
  type ProtocolWarning,
  type RequestOptions,
} from './connection-options.ts'
import { IncomingBatch } from './incoming-batch.ts'
import { IncomingRequest } from './incoming-request.ts'
import { OutgoingRequests } from './outgoing-requests.ts'
import { RpcError, RpcFailure } from './rpc-error.ts'

const MINUTE_MS = 60_000
/** What keeping a short message takes besides its text. */
const ANSWER_OVERHEAD_BYTES = 512

/**
 * One side of a JSON-RPC connection. What arrives is given to `receive`, in pieces of any size; what is sent goes to the
 * transport, each message in one write.
 */
export class Connection {
  readonly #options: ConnectionOptions
  readonly #limits: ConnectionLimits
  readonly #decoder: FrameDecoder
  readonly #outgoing: OutgoingRequests
  readonly #incoming = new Map<MessageId, IncomingRequest>()
  readonly #reading: FrameOptions
  readonly #taking = (body: FrameBody) => this.#take(body)
  #mark: ByteOrderMark | undefined
  #lastId = 0
  /** What answers that could not be sent on take of the memory. */
  #unread = 0
  #closed = false

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#limits = { ...DEFAULT_CONNECTION_LIMITS, ...options.limits }
    this.#decoder =
      options.framing === 'newline'
        ? new NewlineDecoder(this.#limits, options.platform)
        : new ContentLengthDecoder(this.#limits)
    if (options.skipsByteOrderMark === true) this.#mark = new ByteOrderMark()
    // What has a length was meant as a message.
    const noiseIsExpected = options.framing === 'newline' && options.noiseIsExpected === true
    const { problemOf, takesBatches } = options
    this.#reading = { limits: this.#limits, noiseIsExpected, problemOf, takesBatches }
    this.#outgoing = new OutgoingRequests(options.platform, (id) => this.#tellCancelled(id, 'timed out'))
  }

  /** Whether the connection has ended. */
  get closed(): boolean {
    return this.#closed
  }

  /** Requests of both sides that are under way. */
  get pending(): { readonly incoming: number; readonly outgoing: number } {
    return { incoming: this.#incoming.size, outgoing: this.#outgoing.size }
  }

  /** Asks the other side. @throws RpcError */
  request(method: string, params?: Params, options: RequestOptions = {}): Promise<unknown> {
    return new Promise((resolve, reject) => this.#ask({ method, params, options, resolve, reject }))
  }

  /** Throws where nothing is sent. */
  #ask(request: {
    readonly method: string
    readonly params: Params | undefined
    readonly options: RequestOptions
    readonly resolve: (result: unknown) => void
    readonly reject: (error: RpcError) => void
  }): void {
    const { method, params, options, resolve, reject } = request
    const { signal, timeoutMs = this.#options.timeoutMs ?? MINUTE_MS } = options
    if (this.#closed) throw closedError('The connection is closed.')
    if (signal?.aborted === true) throw new RpcError('CANCELLED', 'It was given up before it was sent.')
    if (this.#outgoing.size >= this.#limits.maxOutgoing) {
      throw new RpcError('LIMIT', `${this.#outgoing.size} requests wait already.`)
    }
    const id = ++this.#lastId
    const text = this.#encodeRequest(id, method, params)
    if (signal === undefined) this.#outgoing.wait(id, { resolve, reject, timeoutMs })
    else {
      const giveUp = () => {
        this.#tellCancelled(id, 'given up')
        this.#outgoing.fail(id, new RpcError('CANCELLED', 'It was given up.'))
      }
      const forget = () => signal.removeEventListener('abort', giveUp)
      this.#outgoing.wait(id, { resolve, reject, timeoutMs, forget })
      signal.addEventListener('abort', giveUp, { once: true })
    }
    options.onStart?.({ id, extend: () => this.#outgoing.extend(id) })
    // A transport that breaks ends the connection, and with it all that waits.
    this.#send(text)?.catch(() => undefined)
  }

  /**
   * Tells the other side something. Settles when more can be sent.
   *
   * @throws RpcError `CLOSED`, `UNSENDABLE`
   */
  async notify(method: string, params?: Params): Promise<void> {
    if (this.#closed) throw closedError('The connection is closed.')
    const sending = this.#send(this.#encodeRequest(undefined, method, params))
    if (sending) await sending
  }

  /**
   * Takes bytes that arrived, which must not be changed afterwards: they may be kept until their last message is whole.
   * Never throws: what cannot be read any further ends the connection.
   */
  receive(chunk: Uint8Array): void {
    if (this.#closed) return
    try {
      this.#decoder.push(this.#mark === undefined ? chunk : this.#withoutMark(this.#mark, chunk), this.#taking)
    } catch (error) {
      this.#broken(error)
    }
  }

  #withoutMark(mark: ByteOrderMark, chunk: Uint8Array): Uint8Array {
    const rest = mark.take(chunk)
    if (mark.isOver) this.#mark = undefined
    return rest
  }

  /** Nothing more will arrive. */
  end(): void {
    if (this.#closed) return
    try {
      if (this.#mark) this.#decoder.push(this.#mark.rest(), this.#taking)
      this.#decoder.end()
    } catch (error) {
      this.#broken(error)
    }
    this.#close({ message: 'The other side ended the connection.' })
  }

  /** Ends the connection; open requests are rejected. */
  close(): void {
    this.#close({ message: 'The connection was closed.' })
  }

  #broken(error: unknown): void {
    if (!(error instanceof FramingError)) throw error
    const { problem, message } = error
    // In its own framing, so that it can be read there.
    if (problem === 'framing_mismatch') this.#sendAnswer(this.#inOtherFraming(message))
    this.#close({ problem, message })
  }

  #inOtherFraming(message: string): string {
    const { framing, platform } = this.#options
    const text = errorText(null, { code: RPC_ERROR_CODES.parseError, message: `Parse error: ${message}` })
    return frameText(text, framing === 'newline' ? 'content-length' : 'newline', platform)
  }

  #close(why: { readonly problem?: FramingProblem; readonly message: string }): void {
    if (this.#closed) return
    this.#closed = true
    for (const request of this.#incoming.values()) request.giveUp()
    this.#incoming.clear()
    this.#outgoing.failAll(() => closedError(why.message))
    this.#options.transport.close()
    this.#options.onClose?.(why)
  }

  #take(body: FrameBody): void {
    // A frame before it in the same piece may have ended the connection.
    if (this.#closed) return
    const frame = readFrame(body, this.#options.platform, this.#reading)
    if (frame.kind === 'noise') this.#note({ kind: 'noise', bytes: bodyBytes(body) })
    else if (frame.kind === 'batch') this.#takeBatch(frame.items)
    else this.#takeMessage(frame)
  }

  #takeBatch(items: readonly unknown[]): void {
    const { maxIncoming } = this.#limits
    if (items.length > maxIncoming) {
      const message = `Invalid request: a batch of ${items.length} messages; at most ${maxIncoming} are taken`
      return this.#refuse(null, { code: RPC_ERROR_CODES.invalidRequest, message })
    }
    const { framing, platform } = this.#options
    const batch = new IncomingBatch((text) => this.#sendAnswer(frameText(text, framing, platform)))
    for (const item of items) {
      // One before it may have ended the connection.
      if (this.#closed) return
      this.#takeMessage(readMessage(item, this.#limits) as SingleMessage, batch)
    }
    batch.done()
  }

  #takeMessage(frame: SingleMessage, batch?: IncomingBatch): void {
    switch (frame.kind) {
      case 'request':
        this.#answer(frame.message, batch)
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
        this.#refuseUnlessAnswer(frame, frame.spoiled, batch)
        break
      case 'ignored':
        this.#note({ kind: 'ignored', reason: frame.reason })
        this.#refuseUnlessAnswer(frame.refusal, frame.spoiled, batch)
        break
    }
  }

  /**
   * Reports an invalid message to the other side, unless it was meant as an answer to a waiting request. The id of a
   * running request is not used: the error would count as its answer.
   */
  #refuseUnlessAnswer(
    refusal: { readonly id: MessageId | null; readonly error: ErrorObject } | undefined,
    spoiled: SpoiledAnswers | undefined,
    batch: IncomingBatch | undefined,
  ): void {
    if (this.#spoil(spoiled) || refusal === undefined) return
    const { id, error } = refusal
    this.#refuse(id !== null && this.#incoming.has(id) ? null : id, error, batch)
  }

  /** Fails the requests whose answers were invalid now, and not at their time-out. @returns whether there was one */
  #spoil(spoiled: SpoiledAnswers | undefined): boolean {
    if (spoiled === undefined) return false
    const { ids, reason, why } = spoiled
    const waiting = this.#outgoing.size
    for (const id of ids) this.#outgoing.fail(id, new RpcError('REMOTE', why, { unreadable: reason }))
    return this.#outgoing.size < waiting
  }

  #answer({ id, method, params }: RequestMessage, batch?: IncomingBatch): void {
    if (this.#incoming.has(id)) {
      // An answer would be taken for that of the first.
      this.#note({ kind: 'ignored', reason: 'duplicate_request_id' })
      return
    }
    if (this.#incoming.size >= this.#limits.maxIncoming) {
      const message = `Busy: ${this.#incoming.size} requests are under way; try again later`
      this.#refuse(id, { code: RPC_ERROR_CODES.serverBusy, message }, batch)
      return
    }
    const request = new IncomingRequest(id, this.#options.platform, batch)
    this.#incoming.set(id, request)
    let result: unknown
    try {
      const { onRequest } = this.#options
      if (!onRequest) throw RpcFailure.methodNotFound(method)
      result = onRequest(method, params, request)
      if (isThenable(result)) {
        result.then(
          (value) => this.#succeed(request, value),
          (error) => this.#fail(request, error),
        )
        return
      }
    } catch (error) {
      this.#fail(request, error)
      return
    }
    this.#succeed(request, result)
  }

  #succeed(request: IncomingRequest, result: unknown): void {
    if (this.#isOver(request)) return
    this.#incoming.delete(request.id)
    this.#reply(request, result ?? null)
    request.batch?.done()
  }

  #fail(request: IncomingRequest, error: unknown): void {
    if (this.#isOver(request)) return
    this.#incoming.delete(request.id)
    this.#refuse(request.id, errorOf(error), request.batch)
    request.batch?.done()
  }

  /** Cancelled, or the connection has ended: the answer is not needed. */
  #isOver(request: IncomingRequest): boolean {
    return this.#closed || request.isGivenUp
  }

  #cancel(params: Params | undefined): void {
    const id = this.#cancellation.idOf(params)
    const request = typeof id === 'string' || typeof id === 'number' ? this.#incoming.get(id) : undefined
    if (!request) return this.#note({ kind: 'ignored', reason: 'cancel_unknown' })
    this.#incoming.delete(request.id)
    request.giveUp()
    request.batch?.done()
  }

  #tellCancelled(id: MessageId, reason: string): void {
    if (this.#closed) return
    const { method, params } = this.#cancellation
    // Nobody waits for this; a connection that broke says so elsewhere.
    this.notify(method, params(id, reason)).catch(() => undefined)
  }

  /** An answer that cannot be JSON becomes an error, so that the request is answered. */
  #reply({ id, batch }: IncomingRequest, result: unknown): void {
    let text: string
    try {
      text = resultText(id, result)
    } catch {
      this.#refuse(id, NOT_JSON, batch)
      return
    }
    this.#deliver(text, batch)
  }

  #refuse(id: MessageId | null, error: ErrorObject, batch?: IncomingBatch): void {
    this.#deliver(errorText(id, error), batch)
  }

  #deliver(text: string, batch: IncomingBatch | undefined): void {
    const { framing, platform } = this.#options
    if (batch) batch.add(text)
    else this.#sendAnswer(frameText(text, framing, platform))
  }

  /** A peer that asks and does not read the answers has them kept, but not without an end. */
  #sendAnswer(text: string): void {
    const sending = this.#send(text)
    if (!sending) return
    const bytes = text.length + ANSWER_OVERHEAD_BYTES
    this.#unread += bytes
    const { maxUnreadBytes } = this.#limits
    sending.then(
      () => void (this.#unread -= bytes),
      () => undefined,
    )
    // One answer alone may be longer.
    if (this.#unread <= maxUnreadBytes || this.#unread === bytes) return
    this.#close({ message: `The other side asks, and does not read more than ${maxUnreadBytes} bytes of answers.` })
  }

  #encodeRequest(id: MessageId | undefined, method: string, params: Params | undefined): string {
    try {
      return frameText(requestText(id, method, params), this.#options.framing, this.#options.platform)
    } catch (cause) {
      throw new RpcError('UNSENDABLE', `The values cannot be JSON: ${(cause as Error).message}`, { cause })
    }
  }

  /** Answers nothing when more can be sent at once. Never throws: a transport that breaks ends the connection. */
  #send(text: string): Promise<void> | void {
    try {
      return this.#options.transport.send(text)?.catch((error: unknown) => this.#unreachable(error))
    } catch (error) {
      return this.#unreachable(error)
    }
  }

  #unreachable(error: unknown): Promise<never> {
    this.#close({ message: `The other side can no longer be reached: ${(error as Error).message}` })
    return Promise.reject(closedError('The other side can no longer be reached.'))
  }

  #note(warning: ProtocolWarning): void {
    this.#options.onWarning?.(warning)
  }

  get #cancellation() {
    return this.#options.cancellation ?? CANCELLATION.mcp
  }
}

/** Arrays within a batch are none. */
type SingleMessage = Exclude<ReadMessage, { readonly kind: 'batch' }>

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Partial<PromiseLike<unknown>>).then === 'function'

const closedError = (message: string) => new RpcError('CLOSED', message)
