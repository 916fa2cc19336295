import {
  GatewayError,
  isErrorCode,
  METHODS,
  readMethodResult,
  type MethodsOf,
  type ParamsOf,
  type RequestFrame,
  type ResponseFrame,
  type ResultOf,
} from '@poundlock/protocol'
import { newId } from '../identity/secrets.ts'

/** More wait until some are answered. */
const MOST_AT_ONCE = 10_000

export interface NodeRequestOptions {
  readonly idempotencyKey?: string
  /** Milliseconds until waiting is given up. */
  readonly timeoutMs?: number
}

interface Pending {
  readonly method: MethodsOf<'node'>
  readonly resolve: (result: object) => void
  readonly reject: (error: unknown) => void
}

/**
 * Requests of the gateway on the connection of one node. Their ids cannot be guessed, and an answer counts only on the
 * connection that was asked.
 */
export class NodeRequests {
  readonly #send: (frame: RequestFrame) => boolean
  readonly #pending = new Map<string, Pending>()
  #hasEnded = false

  constructor(send: (frame: RequestFrame) => boolean) {
    this.#send = send
  }

  /**
   * Asks the node.
   *
   * @throws GatewayError as the node refused; `UNAVAILABLE` where nothing was sent; `OUTCOME_UNKNOWN` where the connection
   *   ended, or the time was over, before the answer
   */
  async request<Name extends MethodsOf<'node'>>(
    method: Name,
    params: ParamsOf<Name>,
    { idempotencyKey, timeoutMs }: NodeRequestOptions = {},
  ): Promise<ResultOf<Name>> {
    const id = newId()
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    if (this.#hasEnded || this.#pending.size >= MOST_AT_ONCE) throw notSent()
    this.#pending.set(id, { method, resolve, reject })
    const frame: RequestFrame = { type: 'request', id, method, params, ...(idempotencyKey && { idempotencyKey }) }
    if (!this.#send(frame)) {
      this.#pending.delete(id)
      throw notSent()
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#giveUp(id), timeoutMs)
    try {
      return readMethodResult(method, await promise)
    } finally {
      clearTimeout(timer)
    }
  }

  /** @returns false for an answer that nobody waits for on this connection */
  settle(frame: ResponseFrame): boolean {
    const pending = frame.id === null ? undefined : this.#pending.get(frame.id)
    if (!pending) return false
    this.#pending.delete(frame.id!)
    if (frame.ok) pending.resolve(frame.result)
    else pending.reject(refused(frame.error))
    return true
  }

  /** The connection is gone: what was sent on it may have been done. */
  end(): void {
    this.#hasEnded = true
    for (const { method, reject } of this.#pending.values()) reject(unanswered(method))
    this.#pending.clear()
  }

  #giveUp(id: string): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    pending?.reject(unanswered(pending.method))
  }
}

const notSent = () =>
  new GatewayError('The node cannot be sent anything now.', {
    code: 'UNAVAILABLE',
    details: { reason: 'no-responder' },
  })

const unanswered = (method: MethodsOf<'node'>) =>
  METHODS[method].access === 'read'
    ? new GatewayError(`${method}: the node did not answer.`, { code: 'UNAVAILABLE', details: { reason: 'lost' } })
    : new GatewayError(`${method}: the node did not answer; it may have been done.`, { code: 'OUTCOME_UNKNOWN' })

/** The message of a node is shown to people: it is taken as text, and its code only where it is one of the list. */
const refused = ({ code, message }: { readonly code: string; readonly message: string }) =>
  new GatewayError(`The node refused: ${message}`.slice(0, 2000), { code: isErrorCode(code) ? code : 'INTERNAL' })
