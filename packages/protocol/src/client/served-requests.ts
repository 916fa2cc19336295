import { errorBody, GatewayError } from '../errors/gateway-error.ts'
import { encodeFrame } from '../frames/encode-frame.ts'
import type { RequestFrame, ResponseFrame } from '../frames/frames.ts'
import type { ServeRequest } from './client-options.ts'

/** More are refused until some are answered. */
const MOST_AT_ONCE = 256

/** The requests of the gateway on one connection. What is answered after it ended is told to nobody. */
export class ServedRequests {
  readonly #serve: ServeRequest | undefined
  readonly #send: (text: string) => void
  readonly #open = new Set<string>()
  #hasEnded = false

  constructor(serve: ServeRequest | undefined, send: (text: string) => void) {
    this.#serve = serve
    this.#send = send
  }

  take(request: RequestFrame): void {
    const { id, method } = request
    if (!this.#serve) {
      return this.#refuse(id, new GatewayError('This client serves no methods.', { code: 'UNKNOWN_METHOD' }))
    }
    if (this.#open.has(id)) {
      return this.#refuse(
        id,
        new GatewayError('A request with this id is being answered.', { code: 'DUPLICATE_REQUEST' }),
      )
    }
    if (this.#open.size >= MOST_AT_ONCE) {
      const message = `${MOST_AT_ONCE} requests are being answered.`
      return this.#refuse(id, new GatewayError(message, { code: 'BUSY', retryAfterMs: 100 }))
    }
    this.#open.add(id)
    void this.#answer(request, this.#serve).catch((error: unknown) => {
      const known = error instanceof GatewayError
      this.#refuse(id, known ? error : new GatewayError(`${method}: a fault of this side.`, { code: 'INTERNAL' }))
    })
  }

  /** The connection is gone. */
  end(): void {
    this.#hasEnded = true
    this.#open.clear()
  }

  async #answer(request: RequestFrame, serve: ServeRequest): Promise<void> {
    const result = await serve(request)
    this.#write({ type: 'response', id: request.id, ok: true, result })
  }

  #refuse(id: string, error: GatewayError): void {
    this.#write({ type: 'response', id, ok: false, error: errorBody(error) })
  }

  #write(frame: ResponseFrame): void {
    if (this.#hasEnded) return
    const text = encodeFrame(frame)
    if (frame.id !== null) this.#open.delete(frame.id)
    this.#send(text)
  }
}
